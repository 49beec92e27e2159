package daemon

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestACheckLetsOthersGoFirst(t *testing.T) {
	cmd := exec.Command(os.Args[0], CheckVerb, t.TempDir(), t.TempDir())
	cmd.SysProcAttr = ownProcessGroup()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lowerPriority(cmd.Process.Pid)
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", cmd.Process.Pid))
	in.Close()
	_ = cmd.Wait() // that it fails is no matter: there is no backup
	if err != nil {
		t.Fatal(err)
	}
	// The fields after the name, which may hold spaces, begin with the third (proc(5)).
	_, rest, _ := strings.Cut(string(raw), ") ")
	if got := strings.Fields(rest)[16]; got != fmt.Sprint(backgroundNice) {
		t.Errorf("its nice is %s", got)
	}
}
