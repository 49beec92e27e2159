package language

import (
	"slices"
	"testing"
)

func TestGlue(t *testing.T) {
	for in, want := range map[string][]string{
		"Wo liegt die Leiter für den Kran?":  {"liegt", "leiter", "kran"},
		"¿Dónde está la escalera del barco?": {"escalera", "barco"},
		"Où est l'échelle de la grue ?":      {"l'echell", "grue"},
		"梯子在什么地方？":                           {"梯子", "地方"},
		"はしごはどこに置いていますか？":                    {"はし", "しご", "ごは", "はど", "どこ", "こに", "に置", "置い", "いて", "てい", "いま", "ます", "すか"}, // all that there is
		"ポンプは何につながっていますか？":                   {"ポン", "ンプ"},
		"펌프는 어디에 있습니까":                       {"펌프", "프는", "디에", "있습", "니까"},
		"Was ist das?":                       {"ist", "das"},
		"The man died in the barn":           {"man", "die", "barn"}, // English has no glue: its stop words are no terms
	} {
		glue := Glue(in)
		rest := slices.DeleteFunc(Terms(in), func(t string) bool { return slices.Contains(glue, t) })
		if !slices.Equal(rest, want) {
			t.Errorf("%q: %q beside %q", in, rest, glue)
		}
	}
}
