package stages_test

import (
	"strings"
	"testing"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/stages/stagestest"
	"github.com/memtide/memtide/wordvec"
)

// What is said in another language than English stays in its half-turns, and is found
// there by what it speaks of: the small words of that language, rare as they are in a
// table of English ones, find nothing.
func TestOtherTonguesAreFoundByWhatTheySpeakOf(t *testing.T) {
	words, err := wordvec.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		tongue       string
		said         []string
		ask, want    string // want is the first of what was said
		order, other string // that needs nothing
	}{
		{
			"German", []string{"Die Pumpe im Keller ist mit dem Kessel verbunden.", "Das Boot mit dem Segel liegt im Hafen.", "Der Kran ist für die Werft und die Mole da.", "Wir haben die Leiter in der Scheune."},
			"Womit ist eigentlich die Pumpe verbunden?", "Kessel", "Streiche bitte die Tür und den Zaun mit der Farbe.", "Und was ist mit der Wand im Flur?",
		},
		{
			"Spanish", []string{"La bomba del sótano está conectada con la caldera.", "El barco de la vela está en el puerto.", "La grúa es para el astillero y los muelles.", "Tenemos la escalera en el granero."},
			"¿Con qué está conectada la bomba?", "caldera", "Pinta la puerta de la casa y la valla con el color.", "¿Y qué hay de la pared del pasillo?",
		},
		{
			"Chinese", []string{"地下室的水泵和锅炉连在一起。", "那个有帆的小船停在港口。", "起重机是给船厂用的。", "我们的梯子在谷仓里。"},
			"水泵是和什么连在一起的？", "锅炉", "请把那个门和围栏刷一下。", "走廊里的墙怎么样了？",
		},
		{
			"Japanese", []string{"地下室のポンプはボイラーにつながっています。", "帆のついた船は港に泊まっています。", "クレーンは造船所のためにあります。", "はしごは納屋に置いています。"},
			"ポンプは何につながっていますか？", "ボイラー", "門と柵を塗ってください。", "廊下の壁はどうなっていますか？",
		},
	} {
		w := newWorldWith(t, stagestest.Options{Words: words})
		for i, text := range c.said {
			w.say(string(rune('a'+i)), "", text)
		}
		w.settle()
		if got := w.live(memories...); len(got) > 0 {
			t.Errorf("%s: kept %q", c.tongue, got)
		}
		block := w.ask(event.AskRequest{Session: "y", Prompt: c.ask}).Block
		if !strings.Contains(block, c.want) || strings.Contains(block, c.said[1]) || strings.Contains(block, c.said[2]) || strings.Contains(block, c.said[3]) {
			t.Errorf("%s: %s\n%s", c.tongue, c.ask, block)
		}
		for _, needless := range []string{c.order, c.other} {
			if r := w.ask(event.AskRequest{Session: "z", Prompt: needless}); r.Block != "" {
				t.Errorf("%s: %s\n%s", c.tongue, needless, r.Block)
			}
		}
	}
}

// A question in another tongue finds what was said with other endings.
func TestOtherTonguesAreFoundWithOtherEndings(t *testing.T) {
	words, err := wordvec.Load()
	if err != nil {
		t.Fatal(err)
	}
	w := newWorldWith(t, stagestest.Options{Words: words})
	for i, text := range []string{"Die Leitern lehnen in der Scheune.", "Las escaleras cuelgan del muro.", "L'échelle dort dans la grange.", "Le scale dormono nel fienile."} {
		w.say(string(rune('a'+i)), "", text)
	}
	w.settle()
	for ask, want := range map[string]string{
		"Wo ist meine Leiter?": "Scheune", "¿Dónde está la escalera?": "muro", "Où est une échelle ?": "grange", "Dov'è la scala?": "fienile",
	} {
		if block := w.ask(event.AskRequest{Session: "z" + want, Prompt: ask}).Block; !strings.Contains(block, want) {
			t.Errorf("%s\n%s", ask, block)
		}
	}
}

// Two half-turns are not the same because they have the same small words: the later
// one has another value.
func TestOtherTonguesSayTheSameInTheirOwnWords(t *testing.T) {
	words, err := wordvec.Load()
	if err != nil {
		t.Fatal(err)
	}
	w := newWorldWith(t, stagestest.Options{Words: words})
	w.say("a", "", "Le bateau de la veuve est sur le quai 12.")
	w.say("b", "", "On a remorqué le bateau de la veuve sur le quai 31.")
	w.settle()
	block := w.ask(event.AskRequest{Session: "z", Prompt: "Sur quel quai est le bateau de la veuve ?"}).Block
	if !strings.Contains(block, "quai 12") || !strings.Contains(block, "quai 31") {
		t.Error(block)
	}
}

// A reply of a word or two that is asked for by nothing takes no room beside what it was given to, in whatever
// language; where it answers, it stays.
func TestANodTakesNoRoom(t *testing.T) {
	for _, c := range []struct {
		said, reply, ask string
		told             bool
	}{
		{"Die Pumpe im Keller ist mit dem Kessel verbunden.", "Wird notiert.", "Womit ist eigentlich die Pumpe verbunden?", false},
		{"La bomba del sótano está conectada con la caldera.", "Entendido.", "¿Con qué está conectada la bomba?", false},
		{"Womit ist die Pumpe im Keller verbunden?", "Kessel.", "Womit ist eigentlich die Pumpe verbunden?", true},
		{"地下室的水泵和什么连在一起？", "锅炉。", "水泵是和什么连在一起的？", true},
		{"Die Pumpe im Keller ist mit dem Kessel verbunden.", "Pumpe, genau.", "Womit ist eigentlich die Pumpe verbunden?", true},
		{"Die Pumpe im Keller ist mit dem Kessel verbunden.", "Kesseltyp 7.", "Womit ist eigentlich die Pumpe verbunden?", true},
	} {
		w := newWorld(t)
		w.dayOf("s1", c.said, c.reply)
		w.dayOf("s2", "Das Boot mit dem Segel liegt im Hafen.", "Gut.")
		got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: c.ask}).Block
		if got == "" || strings.Contains(got, c.reply) != c.told {
			t.Errorf("%s %s\n%s", c.said, c.reply, got)
		}
	}
}
