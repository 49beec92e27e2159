package language
import ("testing";"time";"fmt")
func TestZZ2(t *testing.T){
 s:=NewStatement("Our unit test coverage is at 62%, and management wants to see more, which modules would you start with?", time.Time{})
 fmt.Println(s.r.asked(), s.cues().asks())
 for _,w:=range []string{"management","wants","see","more"} { fmt.Println(w, nameOfItsOwn(w), commonShape(w)) }
 for f,to:=range s.r.clauses(){ c:=NewStatement(s.r.text[s.r.ts[f].start:s.r.ts[to-1].end], s.at); fmt.Printf("%q %v\n", c.r.text, c.tellsByName())}
}
