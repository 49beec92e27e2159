package language

import "testing"

func TestSymptoms(t *testing.T) {
	for _, s := range []string{
		"when I press the bell, no light comes on",
		"when i switch to the night view, the names are fine, but the tide is not drawn",
		"if I pick another pier, the map moves but no boats are loaded",
		"when selecting a berth, the list is filled, but nothing is saved",
		"if i now open the harbour page without a login, the list is not filled anymore",
		"opening the ledger now does not show any rows",
		"pressing save does not close the dialog",
		"the buoys are still not drawn",
		"the badge is not updated now",
		"right now the footer is transparent and the icons have a strange border",
		"only the first row gets drawn now",
		"there are no errors anymore, but the chart is empty",
		"the menu works, but the submenu does not open",
		"it seems we broke the search page, it is empty as of now",
		"problem: when i enter the berth by hand, the price is not set",
		"none of the buttons do anything anymore",
		"after i reload, the filter is lost",
		"when i scroll down the header jumps",
		"the fix works for boats, but the piers are still missing",
		"it seems you broke the search page",
		"I get an exception in the tide parser",
		"I got the feeling that this loop is slow",
		"this seems to break the plan",
	} {
		if !CuesOf(s).Status {
			t.Errorf("%q is not of the moment", s)
		}
	}
	for _, s := range []string{
		"when a boat leaves, the berth is not freed until the captain signs",
		"when I am at sea, nobody answers the phone",
		"if a booking is cancelled, the deposit is not paid back",
		"if a guest does not confirm within two days, the berth is given away",
		"drafts are not shown to guests",
		"drafts are no longer shown to guests",
		"guests can't see prices",
		"the night view is only for pilots",
		"we still don't have a staging server",
		"we no longer ship to Norway",
		"the old export no longer supports csv since version 4",
		"mails are not sent on Sundays",
		"the tide service is only reachable through the VPN",
		"Node 16 is not supported anymore",
		"I now work from Bergen",
		"we had an outage in the lock because the fuse blew",
		"I got an error in the letter of the harbour master because the form is old",
		"the pilots see the tide, but not the price",
		"when I open an issue, do not close it",
		"the chart is not drawn for guests",
		"I'm trying to open a yard, but I'm not sure where, I earn 75,000 a year",
		"Testing Tides is read by role, ids no",
		"opening the lock by hand is not allowed, please",
	} {
		if newReading(s).symptom() {
			t.Errorf("%q is a symptom", s)
		}
	}
}
