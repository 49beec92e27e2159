package language

// Frames reports whether a term is one of those in which people ask for what was
// said, or say in which form they want it: in "walk me through the order in
// which I brought up the boat, mention five items" all but the boat. Beside other
// terms such a term tells little of what is looked for.
func Frames(term string) bool { return has(framing, term) }

var framing = stemsOf(
	`tell told say said mention ask explain describe discuss talk bring brought recall remember remind recap summarize summarise list share give provide know`,
	`conversation chat discussion`,
	`order item point aspect topic detail summary overview`,
	`throughout across various different relate related regarding`)
