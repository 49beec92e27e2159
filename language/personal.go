package language

// ownLife reports whether "my" stands before something that is no part of the
// code at hand.
func (r *reading) ownLife() bool {
	for i, t := range r.ts {
		if t.text != "my" && t.text != "mine" {
			continue
		}
		code := false
		for k := i + 1; k < len(r.ts) && k < i+4 && !r.ts[k].mark && !has(openers, r.ts[k].text); k++ {
			code = code || has(codeNouns, r.ts[k].text) || r.fileAt(k)
		}
		if !code && i+1 < len(r.ts) && !r.ts[i+1].mark {
			return true
		}
	}
	return false
}

// introduces reports whether the sentence says who speaks, and nothing else: hey, I'm Oskar.
func (r *reading) introduces() bool {
	for i := 0; i+1 < len(r.ts) && i <= r.begin+2; i++ {
		k := i + 1
		if r.ts[i].text == "i" && r.ts[k].text == "am" {
			k++
		} else if r.ts[i].text != "i'm" {
			continue
		}
		if k == len(r.ts) || !isNameToken(r.ts[k]) {
			return false
		}
		for k++; k < len(r.ts) && isNameToken(r.ts[k]); k++ {
		}
		return k == len(r.ts) || r.ts[k].mark && k+1 == len(r.ts) || r.ts[k].text == "from"
	}
	return false
}

var codeNouns = set(`code branch repo repository app application project script function build test tests file files pr commit commits server api component page query database config
	configuration change changes implementation model service class method schema container cluster pipeline deploy deployment package module library endpoint frontend backend codebase
	fork patch diff program plugin extension prompt prompts message question questions request instruction instructions take opinion view mind bad`)
