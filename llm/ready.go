package llm

// State returns how the model of a layer is, "" for a layer without one. It may
// be asked now, and is expected to answer, while it is [Ready]. When it is [Due],
// one with less than [LittleTime] is told [ErrOpen], while the request goes on and
// shows whether the model is well again.
func (m *Models) State(layer string) State {
	l := m.layers[layer]
	if l == nil {
		return ""
	}
	return l.status().State
}
