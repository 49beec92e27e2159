package llm_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// A model for a real server that needs no download: one layer of llama whose
// attention and feed-forward are zero, so that what follows is a table of the
// token before it. The last token of the template says which answer is wanted;
// an answer is one long token, and after it comes the end. The server does all
// of its own work on it: tokenizer, template, grammar, sampler, tool parser.
type tableModel struct {
	tokens []string
	kinds  []int32
	embed  [][]float32 // a row a token
	next   [][]float32 // a row a token: how much it follows each state
}

const (
	tableWidth = 64 // of an embedding
	tableInner = 32
	tableHeads = 4

	// States are elements of an embedding; characters have those above.
	stateOther = 0
	stateText  = 1
	stateCall  = 2
	stateShape = 3
	stateDone  = 4
	stateChars = 8

	kindNormal, kindUnknown, kindControl, kindByte = 1, 2, 3, 6
)

// newTableModel makes a model that, after the token <|text|>, says text or,
// where a grammar forbids it, shape; after <|call|> the call of a tool; and
// after <|shape|> the call of the tool that takes an answer of a given shape.
func newTableModel(text, shape, call, shapeCall string) *tableModel {
	m := &tableModel{}
	add := func(token string, kind int32, state int) int {
		row := make([]float32, tableWidth)
		row[state] = 1
		if state >= stateChars {
			row[stateChars+state%(tableWidth/2-stateChars)] += 0.5 // the first half of a vector is one too
		}
		m.tokens, m.kinds, m.embed, m.next = append(m.tokens, token), append(m.kinds, kind), append(m.embed, row), append(m.next, make([]float32, tableWidth))
		return len(m.tokens) - 1
	}
	add("<unk>", kindUnknown, stateOther)
	add("<s>", kindControl, stateOther)
	end := add("</s>", kindControl, stateOther)
	for b := range 256 {
		add(fmt.Sprintf("<0x%02X>", b), kindByte, stateChars+b%(tableWidth-stateChars))
	}
	for c := '!'; c <= '~'; c++ {
		add(string(c), kindNormal, stateChars+int(c)%(tableWidth-stateChars))
	}
	add("▁", kindNormal, stateChars)
	add("<|text|>", kindControl, stateText)
	add("<|call|>", kindControl, stateCall)
	add("<|shape|>", kindControl, stateShape)
	m.next[add(text, kindNormal, stateDone)][stateText] = 4
	m.next[add(shape, kindNormal, stateDone)][stateText] = 2
	m.next[add(call, kindNormal, stateDone)][stateCall] = 4
	m.next[add(shapeCall, kindNormal, stateDone)][stateShape] = 4
	for state := range tableWidth {
		if state != stateText && state != stateCall && state != stateShape {
			m.next[end][state] = 4
		}
	}
	return m
}

// file writes the model as GGUF, version 3, as
// github.com/ggml-org/ggml/blob/master/docs/gguf.md describes it.
func (m *tableModel) file() []byte {
	zeros := func(n int) []float32 { return make([]float32, n) }
	ones := func(n int) []float32 {
		v := zeros(n)
		for i := range v {
			v[i] = 1
		}
		return v
	}
	flat := func(rows [][]float32) (out []float32) {
		for _, r := range rows {
			out = append(out, r...)
		}
		return out
	}
	var w ggufWriter
	w.text("general.architecture", "llama")
	w.text("general.name", "table")
	w.number("general.file_type", 0)
	for key, v := range map[string]uint32{"context_length": 2048, "embedding_length": tableWidth, "block_count": 1, "feed_forward_length": tableInner,
		"attention.head_count": tableHeads, "attention.head_count_kv": tableHeads, "rope.dimension_count": tableWidth / tableHeads, "vocab_size": uint32(len(m.tokens))} {
		w.number("llama."+key, v)
	}
	w.key("llama.attention.layer_norm_rms_epsilon", ggufFloat)
	w.put(float32(1e-5))
	w.text("tokenizer.ggml.model", "llama")
	w.key("tokenizer.ggml.tokens", ggufArray)
	w.put(uint32(ggufText), uint64(len(m.tokens)))
	for _, t := range m.tokens {
		w.str(t)
	}
	w.key("tokenizer.ggml.scores", ggufArray)
	w.put(uint32(ggufFloat), uint64(len(m.tokens)), zeros(len(m.tokens)))
	w.key("tokenizer.ggml.token_type", ggufArray)
	w.put(uint32(ggufInt), uint64(len(m.kinds)), m.kinds)
	for id, name := range []string{"unknown", "bos", "eos"} {
		w.number("tokenizer.ggml."+name+"_token_id", uint32(id))
	}
	w.key("tokenizer.ggml.add_space_prefix", ggufBool)
	w.put(false)

	w.tensor("token_embd.weight", flat(m.embed), tableWidth, len(m.tokens))
	w.tensor("output.weight", flat(m.next), tableWidth, len(m.tokens))
	w.tensor("output_norm.weight", ones(tableWidth), tableWidth)
	w.tensor("blk.0.attn_norm.weight", ones(tableWidth), tableWidth)
	w.tensor("blk.0.ffn_norm.weight", ones(tableWidth), tableWidth)
	for _, name := range []string{"q", "k", "v", "output"} {
		w.tensor("blk.0.attn_"+name+".weight", zeros(tableWidth*tableWidth), tableWidth, tableWidth)
	}
	w.tensor("blk.0.ffn_gate.weight", zeros(tableWidth*tableInner), tableWidth, tableInner)
	w.tensor("blk.0.ffn_up.weight", zeros(tableWidth*tableInner), tableWidth, tableInner)
	w.tensor("blk.0.ffn_down.weight", zeros(tableWidth*tableInner), tableInner, tableWidth)
	return w.file()
}

const (
	ggufNumber uint32 = 4
	ggufInt    uint32 = 5
	ggufFloat  uint32 = 6
	ggufBool   uint32 = 7
	ggufText   uint32 = 8
	ggufArray  uint32 = 9
)

// ggufWriter gathers the parts of a file: keys, descriptions of tensors, data.
type ggufWriter struct {
	keys, tensors, data bytes.Buffer
	nKeys, nTensors     uint64
}

func (w *ggufWriter) put(values ...any) {
	for _, v := range values {
		if err := binary.Write(&w.keys, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
}

func (w *ggufWriter) str(s string) { w.put(uint64(len(s)), []byte(s)) }

func (w *ggufWriter) key(name string, kind uint32) {
	w.nKeys++
	w.str(name)
	w.put(kind)
}

func (w *ggufWriter) text(name, v string) {
	w.key(name, ggufText)
	w.str(v)
}

func (w *ggufWriter) number(name string, v uint32) {
	w.key(name, ggufNumber)
	w.put(v)
}

// tensor adds numbers of 32 bits; shape begins with the length of a row.
func (w *ggufWriter) tensor(name string, values []float32, shape ...int) {
	w.nTensors++
	head := binary.LittleEndian.AppendUint64(nil, uint64(len(name)))
	head = append(head, name...)
	head = binary.LittleEndian.AppendUint32(head, uint32(len(shape)))
	for _, n := range shape {
		head = binary.LittleEndian.AppendUint64(head, uint64(n))
	}
	head = binary.LittleEndian.AppendUint32(head, 0) // F32
	w.tensors.Write(binary.LittleEndian.AppendUint64(head, uint64(w.data.Len())))
	if err := binary.Write(&w.data, binary.LittleEndian, values); err != nil {
		panic(err)
	}
	w.data.Write(make([]byte, -w.data.Len()&31))
}

func (w *ggufWriter) file() []byte {
	out := []byte("GGUF")
	out = binary.LittleEndian.AppendUint32(out, 3)
	out = binary.LittleEndian.AppendUint64(out, w.nTensors)
	out = binary.LittleEndian.AppendUint64(out, w.nKeys)
	out = append(append(out, w.keys.Bytes()...), w.tensors.Bytes()...)
	out = append(out, make([]byte, -len(out)&31)...)
	return append(out, w.data.Bytes()...)
}
