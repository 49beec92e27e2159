package llm

// Ready reports whether the model of a layer may be asked now: it has one, with
// a key, within its budget, and not paused.
func (m *Models) Ready(layer string) bool {
	l := m.layers[layer]
	return l != nil && l.status().State == Ready
}
