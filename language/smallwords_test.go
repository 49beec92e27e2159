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
		if content := Content(in); !slices.Equal(content, want) {
			t.Errorf("%q: content %q", in, content)
		}
	}
}

func TestInflections(t *testing.T) {
	for _, c := range []struct {
		asks, said string
		want       bool
	}{
		{"Wo ist die Leiter für den Kessel?", "die Leitern", true},
		{"Was ist mit den Leitern?", "die Leiter", true},
		{"Wer hat das geprüft, wer prüft das?", "sie prüfen es", true},
		{"¿Quién revisaba la caldera?", "revisan las calderas", true},
		{"Qui vérifiait une échelle ?", "il vérifie l'échelle", true},
		{"Où est l'échelle ?", "une échelle", true},
		{"Dove sono le scale?", "la scala", true},
		{"Wo ist die Tuer?", "die Tür", true},
		{"Wo ist die Tür?", "die Tuer", true},
		{"Wo ist die Leiter?", "leise", false},
		{"Où est une échelle ?", "l'échelle", true},
		{"Wo ist der Rat?", "ran an die Leiter", false}, // too short to be cut
		{"Where is the boiler of the barn?", "boilers barnen", false},
		{"Где лестница?", "лестницы", false}, // stemmed already
	} {
		said := Terms(c.said)
		var found bool
		for term, forms := range Inflections(c.asks) {
			for _, f := range forms {
				found = found || f != term && slices.Contains(said, f)
			}
		}
		if found != c.want {
			t.Errorf("%q: %q found: %v", c.asks, c.said, found)
		}
	}
}

func BenchmarkInflections(b *testing.B) {
	const text = "Welche Versionen der Rechnungen werden am Donnerstag von den Kolleginnen in der Buchhaltung geprüft und wohin gehen danach die Kopien der Verträge?"
	for b.Loop() {
		Inflections(text)
	}
}
