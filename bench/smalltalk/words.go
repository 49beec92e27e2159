package smalltalk

import "strings"

// The words of the benchmark, the common ones first in each list; names that
// somebody has made up come on top (coin).
var (
	firstNames = strings.Fields(`Anna Boris Chandra Dmitri Elif Farid Greta Hiro Ines Jonas Kemal Lucia Marta Nadia Oskar
		Petra Quentin Rosa Samir Tamara Ulrich Vera Wanda Xenia Yusuf Zoe Amir Bruno Carla Diego Emma Felix Gina Hanna Ivan
		Julia Karim Lena Milan Nora Olga Pablo Ravi Sofia Tomas Uma Viktor Wei Yara Zeno`)
	heads = strings.Fields(`parser cache build scheduler backup webhook migration index queue gateway dashboard report
		invoice login export import pipeline runner worker client server router template form table view schema adapter
		driver plugin module service job task test suite fixture mock stub cluster node volume bucket topic stream feed
		crawler importer exporter renderer editor viewer player decoder encoder compiler linker loader resolver validator
		formatter linter bundler installer updater watcher monitor alarm probe sensor counter timer limiter balancer proxy
		firewall tunnel bridge socket channel buffer pool heap stack tree graph matrix vector tensor kernel shader texture
		canvas widget dialog menu toolbar sidebar footer header banner badge avatar profile account wallet ledger cart
		basket catalogue voucher coupon receipt payment refund contract tariff quota permit licence token session cookie
		header certificate password keyring vault secret signature checksum digest manifest registry archive snapshot
		mirror replica shard partition segment cursor iterator visitor observer listener handler callback hook trigger`)
	modifiers = strings.Fields(`nightly search payment staging mobile internal public legacy shared remote local static
		dynamic async batch weekly monthly customer admin partner billing shipping harbour garden tenant regional national
		primary secondary temporary permanent encrypted compressed signed verified trusted external embedded virtual
		physical thermal optical acoustic digital analogue linear circular parallel serial binary textual numeric symbolic
		lexical semantic spatial temporal causal random ordered sorted nested flat sparse dense shallow deep wide narrow
		fast slow warm cold hot idle busy empty full partial total global central distributed replicated mirrored sharded
		cached buffered streamed queued delayed scheduled manual automatic adaptive predictive reactive passive active
		silent verbose strict lenient secure hidden visible printed scanned translated localised archived restored`)
	verbs = strings.Fields(`fixed moved rewrote measured reviewed documented removed restored renamed broke tested replaced
		merged reverted deployed released rolled upgraded downgraded patched split joined copied deleted cleaned tuned
		profiled traced simplified extended shortened tightened loosened locked unlocked enabled disabled hardened`)
	faults = strings.Fields(`fail hang crash stall leak loop drift stutter flicker overflow starve deadlock restart freeze
		time-out corrupt duplicate misfire reject vanish`)
	states = strings.Fields(`full empty slow stale green red broken ready locked missing late idle closed open busy
		offline outdated healthy flaky saturated throttled unsigned misconfigured unreachable duplicated truncated`)
	places = strings.Fields(`cluster repository warehouse office datacentre pipeline branch sandbox archive console
		terminal notebook workspace monorepo basement depot laboratory workshop harbour terminal`)
)
