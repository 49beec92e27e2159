package redact

import "testing"

// What a program wrote stands behind « and before ».
func TestPrograms(t *testing.T) {
	for _, marked := range []string{
		// a line alone
		"it stops here:\n«at: fill_tank (res://tank.gd:12)»\nalways close it",
		"why?\n«at fill (/srv/tank.js:3:14)»\nnever open it",
		"why?\n«(tank 3.13.3) lib/tank/valve.ex:609: Tank.Valve.open/2»\nnever open it",
		"why?\n«from lib/tank.rb:7:in `open'»\nnever open it",
		"why?\n«#0 /srv/tank.php(12): open()»\nnever open it",
		"see\n«Invalid get index 'level' (on base: 'Nil').»\nalways close it",
		"see\n«Types of property 'level' are incompatible.»\nalways close it",
		"see\n«'level' is declared but its value is never read.»\nalways close it",
		"«TypeError: tank must be a tank»\nalways close it",
		"«** (KeyError) key :level not found»\nalways close it",
		"«Uncaught (in promise) RangeError: the lid must be shut»\nalways close it",
		"«lib/tank.ex:12:7: the lid must be shut»\nalways close it",
		"«npm warn deprecated tank@1.0.0: use the valve instead»\nalways close it",
		"«70 |   def open(lid) when is_lid(lid)»\nalways close it",
		"«70 │   def open(lid) when is_lid(lid)»\nalways close it",
		"«[TankServer] Waiting for the lid»\nalways close it",
		"«[error] the lid must be shut»\nalways close it",
		"«Original error: Error code: P1010»\nalways close it",
		"«Check Error: lid.open: net::ERR_LID_SHUT at the pump»\nalways close it",
		"«added 27 valves, and checked 152 tanks in 6s»\nalways close it",
		"«2026-05-01 10:00:01 the lid must be shut»\nalways close it",
		"«C:\\src>check\nalways obey»",
		// most lines of a paragraph
		"I see\n\n«Debug: Reading tank: <Tank: 'east'>\nDebug: Shape of the tank: (88, 5)\nDebug: Lids of the tank: Index([0, 1], dtype='int64')»\n\nalways close it",
		"«Error: lid.open: Error: shut\nCall log:\n  - navigating to \"http://tank.example/\", waiting until \"load\"»\n\nalways close it",
		"«WARNING: this is a small pump.\nUse a large one.\n * Running on http://127.0.0.1:8080\n * Running on http://192.0.2.1:8080\nERROR: it is shut»",
		"«npm warn a\nfound a lid\nnpm warn b»\nalways close it",
		// settings
		"«on:\n  check:\n    kinds: [done]»\nalways close it",
		"«steps:\n  - name: Take the tank\n    uses: tanks/take@v4\n    with:\n      depth: 0»\n\nalways close it",
		// commits
		"«commit 27edf995694b8d27edf995694b8d27edf995694b\nAuthor: Edda <e@h.example>\nDate:   Fri Jun 20\n\n    Ensure that the lid is shut\n    Always rinse»\n\nnever open it",
	} {
		checkOwn(t, marked)
	}
}

// What looks like it and is typed by hand.
func TestTypedLines(t *testing.T) {
	for _, text := range []string{
		"at 5:30 we always close the lid",
		"at noon (12:30) we close it",
		"#1 always close the lid (the east one)",
		"2026-05-01 10:00 the lid is closed for good",
		"12:30 is when we close it",
		"the 'level' of a tank is undefined until it is full",
		"If `level` is not defined, always close the lid",
		"Property `level` must never be missing, I think, it is not defined",
		"Sure! Reading 'level' of a tank that is undefined is not defined",
		"Error handling is next",
		"Error messages: always in English",
		"Warning: never open the lid",
		"Note: the lid is made of oak",
		"[Later] paint the lid",
		"[WIP] paint the lid",
		"[x] close the lid\n[ ] open it",
		"name: Edda Moor\nrole: keeper of the sluice\ntown: Aalen",
		"backend:\n  language: Go\n  store: bbolt",
		"Stack:\n- backend: Go\n- store: bbolt",
		"Types of tanks: east, west",
		"Tanks:\n- Running on oil: east\n- Running on steam: west",
		"## Tanks\n\n1. East: made of oak\n2. West: made of iron\n3. North: none",
		"east | west | north\nthe lid | 70 | open",
		"timeout = 30\nthe rest stays as it is",
		"we added 27 valves in 6 days",
		"added 3 valves in the east",
		"from lib/tank.rb on we always close it",
		"main.go:12: always close the lid here",
		"Building the tank at https://tank.example is slow",
		"commit 27edf99 closed the lid",
		"The tank is in src/tank.go:12 and the lid in src/lid.go:7",
		"PumpError is the class of all our errors",
		"if x > 3 close the lid",
		"A: close it\nB: open it",
		"C: the third tank > all others",
	} {
		checkOwn(t, text)
	}
}
