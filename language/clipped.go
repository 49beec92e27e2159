package language

import "strings"

// clipped gives the stem of a word for that of a clipped (repo), abbreviated (k8s)
// or familiar one (mom), or of a plural that no rule leads to (men): what is told
// with the one is asked for with the other. Only words are here that hardly stand
// for anything else: an app is not always an application, and auth is two things.
var clipped = fullStems(`
account acct
administrator admin
analysis analyses
appointment appt
argument arg
asynchronous async
attribute attr
average avg
bicycle bike
birthday bday
boyfriend bf
button btn
calf calves
certificate cert
child kid children
christmas xmas
command cmd cmds
configuration config cfg
connection conn
context ctx
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
error err errs
evaluation eval
father dad daddy papa
feature feat
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
language lang
library lib
loaf loaves
man men
management mgmt
manager mgr
meeting mtg
message msg msgs
mother mom mum mommy mummy mama
mouse mice
number num
package pkg pkgs
parameter param
password pw pwd passwd
performance perf
permission perm
phenomenon phenomena
postgresql postgres pg
preferences prefs
production prod
python py
reference ref
refrigerator fridge
repository repo
request req
response resp
scarf scarves
service svc svcs
shelf shelves
specification spec
staging stg
statistics stats
thief thieves
tooth teeth
transaction txn
typescript ts
variable var
version ver
vulnerability vuln vulns
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
