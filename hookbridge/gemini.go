package hookbridge

import (
	"cmp"
	"context"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// handleGemini serves one hook event of Gemini CLI. Its events have names of their own, and
// no exchange has an id: [GeminiPrompts] gives it one.
//
// Nothing is printed at the start of a session, though Gemini would take it: without a
// terminal it puts that before the first prompt, where a command ("/deploy") is none any
// more, and a resumed session is without the prompt, since what begins with the context of
// a hook counts as no prompt there. The first prompt brings it.
func handleGemini(ctx context.Context, h *hook) {
	switch h.payload.Event {
	case "SessionStart":
		h.geminiStart(ctx)
	case "BeforeAgent":
		h.geminiPrompt(ctx)
	case "AfterAgent":
		h.geminiTurn(ctx)
	case "PreCompress":
		// Before each request Gemini asks itself whether to compress, and says so; only where
		// the user has told it to is it sure to follow. Nothing says when it is done.
		if h.payload.Trigger == "manual" {
			h.mark(ctx, event.MarkCompacting)
			h.mark(ctx, event.MarkCompacted)
		}
	case "SessionEnd":
		if h.forgetGemini() { // in a terminal it is called up to three times
			h.mark(ctx, event.MarkEnded)
		}
	}
}

// byGemini recognises a payload of Gemini CLI.
func byGemini(p Payload) bool {
	return p.Timestamp != "" && (p.Event == "BeforeAgent" || p.Event == "AfterAgent")
}

// geminiStart wakes the daemon, and leaves it to the first prompt to ask what the session
// should begin with.
func (h *hook) geminiStart(ctx context.Context) {
	if h.payload.Session != "" {
		h.keepGemini(geminiState{Begins: cmp.Or(clip(h.payload.Source), "startup")})
	}
	if c := h.wake(ctx); c != nil {
		c.Close()
	}
	h.tidy(h.paths.Run, geminiPrefix, geminiOld) // last: of very many files the watchdog may end it
}

// geminiPrompt serves a prompt as [hook.prompt] does.
func (h *hook) geminiPrompt(ctx context.Context) {
	text, ok := h.scrub(GeminiWords(h.payload.Prompt))
	if !ok {
		return
	}
	state, said := h.recallGemini()
	h.payload.PromptID, h.begins = said.Next(text), state.Begins
	h.keepGemini(geminiState{Said: said.said})
	h.asked(ctx, text)
}

// noResponse stands in the place of the answer of a turn that has none.
const noResponse = "[no response text]"

// geminiTurn serves the end of a turn, of which the payload has both halves. The user's is
// handed over with the prompt; where that was not served (its hook was ended), here.
func (h *hook) geminiTurn(ctx context.Context) {
	if h.payload.StopActive {
		return
	}
	prompt, ok := h.scrub(GeminiWords(h.payload.Prompt))
	if !ok {
		return
	}
	state, said := h.recallGemini()
	id, known := said.Last(prompt)
	known = known && state.Said != nil
	if h.payload.PromptID = id; !known {
		h.keepGemini(geminiState{Begins: state.Begins, Said: said.said})
		h.deliver(ctx, h.half(memtide.RoleUser, prompt))
	}
	if h.payload.Answered == noResponse {
		return
	}
	if answer, ok := h.scrub(h.answered(prompt)); ok {
		h.deliver(ctx, h.half(memtide.RoleAgent, answer))
	}
}

// answered is the answer to a prompt. That of the payload says all but the first piece that
// the model has sent a second time, with blanks between, also within a word; as it was said
// it stands in the transcript by now. Where the transcript has something else, or nothing,
// it is not waited for.
func (h *hook) answered(prompt Scrubbed) string {
	answer := h.payload.Answered
	var asked string
	var parts []string
	var err error
	if !h.aside(answerFor, func() { asked, parts, err = lastTurn(h.payload.Transcript) }) {
		return answer
	}
	if err != nil {
		h.debug.note("read answer", "error", err.Error())
	}
	words, ok := h.scrub(GeminiWords(asked))
	if !ok || strings.TrimSpace(words.Text) != strings.TrimSpace(prompt.Text) {
		return answer
	}
	all := letters(answer)
	for _, part := range parts {
		if !strings.Contains(all, letters(part)) {
			return answer
		}
	}
	return cmp.Or(strings.Join(parts, "\n"), answer)
}

func letters(s string) string { return strings.Join(strings.Fields(s), "") }
