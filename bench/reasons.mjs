/** What profiles say of aims that are missed; `figure` is a part of the figure's name. Written to the page only while the aim is missed. */
export const reasons = [
  {
    part: 'cpu',
    figure: 'kit : undici',
    why: 'not to be had. Of the CPU of the kit, 40 % is judging (monitors 30 %, contract 7 %: all of it spread over 20 monitors, the oracle of the query language and the compiled schemas; no function takes more than 3 %), 40 % is sending (undici itself and the sockets, which the replay pays too; guard, ledger, limits and clients beside them), the rest the checks and collecting garbage. Each body is parsed once and each operation matched once. Without any judging at all the ratio would just be 2.5. The code is also cold: a run is over before half of it is compiled, the replay is one loop.',
  },
  {
    part: 'detection',
    figure: 'within 60',
    why: 'not to be had by any order of the checks. The table that queries are asked about has 25 records; each is made by one request and read back by another, and three requests show that it can be found, so the first probe is request 54. The best order there is, chosen by our own faults, tells 28 % by 60. It could be had by making the table in two batches, for targets that have the Batch API, at the price of trusting batches with what queries are judged by.',
  },
  {
    part: 'detection',
    figure: 'within 400',
    why: 'not to be had by any order of the checks: the best one, chosen by our own faults, tells 86 % by 400 and 99 % by 800. The order of a run does not know the faults: one check of each requirement first, a second of each next, properties last. By what checks cost in a clean run it raised the share from 43 % to 54 % by 400, and from 66 % to 88 % by 800. Cheapest check first would reach 71 %, but the requests of a check are known only after a run, and from another target.',
  },
  {
    part: 'recorder',
    figure: 'our reverse mode',
    why: 'within reach, some hundredths at a time. Three quarters of its CPU is what the bare proxy spends too: sockets, and HTTP parsed and written by Node on both sides. Of the rest the entry (redacted, as JSON) takes 10 %, writing it to the disk 5 %, taking heads apart and passing bodies 8 %. A head is now taken apart once. Gathering entries for longer than 5 ms would save most, and lose more of them when the recorder is killed.',
  },
  {
    part: 'recorder',
    figure: 'our forward mode',
    why: 'hardly to be had: http-mitm-proxy, which it is built on, takes 1.6 times the bare proxy without recording anything, which leaves 0.2 for what costs the reverse mode four times that.',
  },
  {
    part: 'verify',
    figure: 'a second of CPU',
    why: 'open: it was nearer before the monitors weighed what other traffic could explain. Half of the time is judging (monitors a third, contract a tenth), a tenth each parsing the entries and collecting garbage. What remains is spread over all monitors.',
  },
  {
    part: 'startup',
    figure: 'peak memory',
    why: 'at the edge: runs of one build lie on both sides of the aim. A nursery of 4 MB in the thread of the checks saved some 50 MB; what remains is the kit and vitest loaded, and the exchanges of the checks under way.',
  },
  {
    part: 'transport',
    figure: 'transport alone',
    why: 'open: not profiled yet. The spread of one run reaches from 2.7 to 4.2, so it wants more requests as well.',
  },
  {
    part: 'transport',
    figure: 'sent by undici',
    why: 'open: not profiled yet; the spread of one run reaches from half the aim to beyond it.',
  },
  {
    part: 'proof',
    figure: 'whole proof',
    why: 'a matter of the machine: its CPU went from 434 to 298 s for the same trials. What remains is spread over platform, transport and contract; a redactor for each session (three tables of 2 MB) is the next to go.',
  },
]
