package llm_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// startOllama runs the program until the test ends, and gives it two models:
// table, and plain, whose template knows no tools.
func startOllama(t *testing.T, program string) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host := l.Addr().String()
	l.Close()
	home := t.TempDir()
	env := append(os.Environ(), "HOME="+home, "OLLAMA_HOST="+host, "OLLAMA_MODELS="+filepath.Join(home, "models"), "OLLAMA_NO_CLOUD=1", "OLLAMA_NOPRUNE=1", "OLLAMA_KEEP_ALIVE=5m")
	log, err := os.Create(filepath.Join(home, "log"))
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command(program, "serve")
	server.Env, server.Stdout, server.Stderr = env, log, log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if server.Process.Signal(os.Interrupt) != nil { // Windows knows no such signal
			_ = server.Process.Kill()
		}
		if err := server.Wait(); err != nil {
			t.Log("server: ", err)
		}
		log.Close()
		if said, err := os.ReadFile(log.Name()); t.Failed() && err == nil {
			t.Logf("%s", said[max(0, len(said)-4000):])
		}
	})
	t.Log(waitForVersion(t, "http://"+host))
	model := newTableModel(strings.ReplaceAll(tableText, " ", "▁"), tableShape, tableCall, `{"name":"answer","parameters":`+tableShape+`}`)
	if err := os.WriteFile(filepath.Join(home, "table.gguf"), model.file(), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, template := range map[string]string{"table": tableTemplate, "plain": "{{ .Prompt }}<|text|>"} {
		file := filepath.Join(home, name+".modelfile")
		if err := os.WriteFile(file, []byte("FROM "+filepath.Join(home, "table.gguf")+"\nTEMPLATE \"\"\""+template+fmt.Sprintf("\"\"\"\nPARAMETER num_ctx %d\n", tableWindow)), 0o600); err != nil {
			t.Fatal(err)
		}
		create := exec.Command(program, "create", name, "-f", file)
		create.Env = env
		if out, err := create.CombinedOutput(); err != nil {
			t.Fatalf("create %s: %v\n%s", name, err, out)
		}
	}
	return "http://" + host
}

// waitForVersion waits until the server answers, and returns what it says of
// itself.
func waitForVersion(t *testing.T, url string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		said, err := get(ctx, url+"/api/version")
		if err == nil {
			return said
		}
		select {
		case <-ctx.Done():
			t.Fatalf("the server does not answer: %v", err)
		case <-tick.C:
		}
	}
}

func get(ctx context.Context, url string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	said, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = errors.New(resp.Status)
	}
	return string(said), err
}
