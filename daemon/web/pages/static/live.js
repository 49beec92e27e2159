// Loads the content of this page anew when something has happened, unless somebody is at
// work on it: then a link says that there is news. Without this script the page is the same.
(() => {
  "use strict";
  let seen = null;
  const busy = () => {
    const at = document.activeElement;
    const main = document.getElementById("main");
    return (main && at !== main && main.contains(at)) || String(getSelection()) !== "" || main.querySelector("details[open]");
  };
  const load = async () => {
    const r = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!r.ok) return;
    const page = new DOMParser().parseFromString(await r.text(), "text/html");
    for (const part of ["main", "nav.side"]) {
      const mine = document.querySelector(part), theirs = page.querySelector(part);
      if (mine && theirs) mine.replaceWith(theirs);
    }
  };
  const tell = () => {
    if (document.querySelector(".news")) return;
    const p = document.createElement("p");
    p.className = "news";
    p.setAttribute("role", "status");
    const a = document.createElement("a");
    a.href = location.href;
    a.textContent = "Something has happened: load the page";
    p.append(a);
    document.getElementById("main").prepend(p);
  };
  const look = async () => {
    if (document.hidden) return;
    try {
      const r = await fetch("/ui/pulse");
      if (!r.ok) return;
      const now = await r.text();
      if (seen !== null && now !== seen) busy() ? tell() : await load();
      seen = now;
    } catch { /* the daemon is away: the next look may find it */ }
  };
  setInterval(look, 3000);
  look();
})();
