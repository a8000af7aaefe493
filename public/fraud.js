/**
 * Fieldwork's fraud checks for a survey page: says what the browser says of itself and how open answers were typed.
 * Nothing is collected or stored before `fieldworkFraud.start()`, or `data-consent="given"` on the script element.
 * What is collected, and the consent it needs: lib/service/fraud/browser-script.md.
 */
(() => {
  const script = document.currentScript;
  const { key = "", survey, session, panel, country, email, platform, consent } = script.dataset;
  const base = `${new URL(script.src).origin}/service/fraud/api/v4/respondents/`;
  const MOST = 20000;
  const now = () => Math.round(performance.timeOrigin + performance.now());
  const shownAt = now();
  let started = false;

  async function send(operation, body) {
    const text = JSON.stringify(body);
    const reply = await fetch(`${base}${operation}/${encodeURIComponent(key)}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: text,
      credentials: "omit",
      keepalive: text.length < MOST, // the page may be left meanwhile; browsers refuse that for long bodies
    });
    const json = await reply.json();
    if (!reply.ok) throw new Error(json.message);
    document.dispatchEvent(new CustomEvent(`fieldwork:${operation}`, { detail: json }));
    return json;
  }

  /** A random id of this browser at this site. */
  function device() {
    try {
      const name = "fieldwork-device";
      const id = localStorage.getItem(name) ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join("-");
      localStorage.setItem(name, id);
      return id;
    } catch {
      return undefined; // the browser stores nothing for this site
    }
  }

  const DOCKED = 170;
  const hasTools = () =>
    !navigator.maxTouchPoints && (outerWidth - innerWidth > DOCKED || outerHeight - innerHeight > 2 * DOCKED);

  const search = (more = {}) =>
    send("search", {
      sy_nr: survey,
      sn_ud: session,
      rt_sr_pd: panel,
      rt_cy_ce: country,
      rt_hd_el: email,
      pm_sr_id: platform,
      rt_ce_ud: device(),
      pg_webdriver: navigator.webdriver === true,
      pg_developer_tools: hasTools(),
      pg_platform: navigator.userAgentData?.platform || navigator.platform,
      pg_touch_points: navigator.maxTouchPoints,
      ...more,
    });

  /** How each field came to its text. */
  const typing = new WeakMap();

  function watch(field) {
    if (typing.has(field)) return;
    const own = { typed: 0, pasted: "", length: field.value.length, from: undefined };
    typing.set(field, own);
    field.addEventListener("paste", (event) => {
      own.pasted = (own.pasted + (event.clipboardData?.getData("text") ?? "")).slice(0, MOST);
    });
    field.addEventListener("input", (event) => {
      own.from ??= now();
      const added = field.value.length - own.length;
      own.length = field.value.length;
      if (added > 0 && !/^insertFrom(Paste|Drop)/.test(event.inputType ?? "")) own.typed += added;
    });
  }

  const review = (field) => {
    const own = typing.get(field);
    return send("review", {
      sy_nr: survey,
      sn_ud: session,
      q_id: field.dataset.fraudQuestion,
      text: field.value,
      t_page_load: shownAt,
      t_text_typed: own?.from,
      t_submit: now(),
      s_text_length: own?.typed,
      c_text: own?.pasted,
    });
  };

  const fields = () => document.querySelectorAll("[data-fraud-question]");
  const unread = () => {}; // the page hears of it by the event, and of a failure in the network's log

  function start() {
    if (started) return;
    started = true;
    for (const field of fields()) watch(field);
    document.addEventListener(
      "submit",
      (event) => {
        for (const field of fields()) if (event.target.contains(field)) review(field).catch(unread);
      },
      true,
    );
    if (survey && session) search().catch(unread);
  }

  window.fieldworkFraud = { start, search, watch, review };
  const ready = () => consent === "given" && start();
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", ready);
  else ready();
})();
