package eval

import (
	"maps"
	"slices"
)

// marks sums how the marks that were made agree with those of the data.
type marks struct {
	classes map[string]*agreement
	any     agreement // of names, whatever their class
	right   int       // marks made that the data have
	wrong   int       // made that they have not
	missed  int
}

type agreement struct{ right, wrong, missed int }

func (a *agreement) class() Class {
	c := Class{N: a.right + a.missed}
	if made := a.right + a.wrong; made > 0 {
		c.Precision = float64(a.right) / float64(made)
	}
	if c.N > 0 {
		c.Recall = float64(a.right) / float64(c.N)
	}
	if sum := c.Precision + c.Recall; sum > 0 {
		c.F1 = 2 * c.Precision * c.Recall / sum
	}
	return c
}

func (c Class) rounded() Class {
	return Class{N: c.N, Precision: round(c.Precision), Recall: round(c.Recall), F1: round(c.F1)}
}

// add counts one row. A mark counts once.
func (m *marks) add(want, got []mark) {
	if m.classes == nil {
		m.classes = map[string]*agreement{}
	}
	compare(want, got, func(k mark, right, made bool) {
		a := m.classes[k.class]
		if a == nil {
			a = &agreement{}
			m.classes[k.class] = a
		}
		a.count(right, made)
		switch {
		case right:
			m.right++
		case made:
			m.wrong++
		default:
			m.missed++
		}
	})
	compare(bare(want), bare(got), func(_ mark, right, made bool) { m.any.count(right, made) })
}

func (a *agreement) count(right, made bool) {
	switch {
	case right:
		a.right++
	case made:
		a.wrong++
	default:
		a.missed++
	}
}

// compare tells of every mark on either side whether it is right, and whether
// it was made.
func compare(want, got []mark, tell func(k mark, right, made bool)) {
	wanted, made := map[mark]bool{}, map[mark]bool{}
	for _, k := range want {
		wanted[k] = true
	}
	for _, k := range got {
		if !made[k] {
			tell(k, wanted[k], true)
		}
		made[k] = true
	}
	for k := range wanted {
		if !made[k] {
			tell(k, false, false)
		}
	}
}

// bare takes the classes off.
func bare(ks []mark) []mark {
	out := make([]mark, len(ks))
	for i, k := range ks {
		out[i] = mark{name: k.name}
	}
	return out
}

func (m *marks) names() *Class {
	c := m.any.class().rounded()
	return &c
}

// report returns the figures. many says that a row may have several marks.
func (m *marks) report(many bool) LabelReport {
	out := LabelReport{Classes: map[string]Class{}}
	of := m.right + m.missed
	if many {
		of += m.wrong
	}
	if of > 0 {
		out.Accuracy = round(float64(m.right) / float64(of))
	}
	sum := 0.0
	names := slices.Sorted(maps.Keys(m.classes))
	// A class that the data do not know has no recall; what was put into it
	// counts as wrong in accuracy.
	names = slices.DeleteFunc(names, func(name string) bool { a := m.classes[name]; return a.right+a.missed == 0 })
	for _, name := range names {
		c := m.classes[name].class()
		out.Classes[name] = c.rounded()
		sum += c.F1
	}
	if len(names) > 0 {
		out.MacroF1 = round(sum / float64(len(names)))
	}
	return out
}
