package language

import "strings"

// clipped gives the stem of a word for that of a clipped (repo), abbreviated (k8s)
// or familiar one (mom): what is told with the one is asked for with the other.
// Only words are here that hardly stand for anything else: an app is not always an
// application, and auth is two things.
var clipped = fullStems(`
administrator admin
appointment appt
argument arg
asynchronous async
attribute attr
bicycle bike
birthday bday
boyfriend bf
certificate cert
child kid
christmas xmas
command cmd cmds
configuration config cfg
credentials creds
database db dbs
department dept
dependency dep
development dev
directory dir
documentation docs
environment env
evaluation eval
father dad daddy papa
function func fn
girlfriend gf
grandfather grandpa granddad
grandmother grandma granny
husband hubby
image img imgs
implementation impl
index idx
information info
infrastructure infra
javascript js
kubernetes k8s kube
library lib
management mgmt
manager mgr
message msg msgs
mother mom mum mommy mummy mama
package pkg pkgs
parameter param
performance perf
permission perm
postgresql postgres
preferences prefs
production prod
python py
reference ref
refrigerator fridge
repository repo
specification spec
statistics stats
typescript ts
variable var
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
