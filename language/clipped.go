package language

import "strings"

// clipped gives the stem of a word for that of a clipped (repo), abbreviated (k8s)
// or familiar one (mom), or of a plural that no rule leads to (men): what is told
// with the one is asked for with the other. Only words are here that hardly stand
// for anything else: an app is not always an application, and auth is two things.
var clipped = fullStems(`
administrator admin
analysis analyses
appointment appt
argument arg
asynchronous async
attribute attr
bicycle bike
birthday bday
boyfriend bf
calf calves
certificate cert
child kid children
christmas xmas
command cmd cmds
configuration config cfg
credentials creds
crisis crises
criterion criteria
curriculum curricula
database db dbs
department dept
dependency dep
development dev
directory dir
documentation docs
environment env
evaluation eval
father dad daddy papa
foot feet
function func fn
girlfriend gf
grandfather grandpa granddad
grandmother grandma granny
half halves
husband hubby
hypothesis hypotheses
image img imgs
implementation impl
index idx
information info
infrastructure infra
javascript js
knife knives
kubernetes k8s kube
library lib
loaf loaves
man men
management mgmt
manager mgr
message msg msgs
mother mom mum mommy mummy mama
mouse mice
package pkg pkgs
parameter param
performance perf
permission perm
phenomenon phenomena
postgresql postgres
preferences prefs
production prod
python py
reference ref
refrigerator fridge
repository repo
scarf scarves
shelf shelves
specification spec
statistics stats
thief thieves
tooth teeth
typescript ts
variable var
wife wives
wolf wolves
woman women
`)

// fullStems reads lines of a word and the short ones for it.
func fullStems(list string) map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(list) {
		words := strings.Fields(line)
		for i := 1; i < len(words); i++ {
			out[stem(words[i])] = stem(words[0])
		}
	}
	return out
}
