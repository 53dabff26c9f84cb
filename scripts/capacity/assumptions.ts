/** What a million people are taken to have and do: guesses, on which everything below rests. Change them and run it again. */
export const PEOPLE = 1_000_000

/** Of each person, on average; most have much less. */
export const OWNS = {
  users: 1,
  topics: 10,
  notes: 60,
  hubs: 3,
  shares: 60,
  comments: 200,
  threads: 40,
  noteReads: 150,
}

/** Pictures in notes, of each person, and what one takes after it was drawn anew; guessed likewise. */
export const PICTURES = { each: 5, bytes: 200_000 }

/** One in ten comes on a day; at the busiest moment one in fifty has a tab open. */
export const TABS_AT_ONCE = PEOPLE / 50
/** What a tab asks for at that moment, a second: a page every half a minute, each of three calls. */
export const READS_A_TAB = 0.1
/** What it saves: a sentence every minute. */
export const SAVES_A_TAB = 1 / 60
/** How often it shares or comments, and how many tabs hear each. */
export const EVENTS_A_TAB = 1 / 120
export const RECEIVED_BY = 4

/** So much of a processor is used at the busiest moment; the rest is for a node that is replaced, and for what nobody foresaw. */
export const USED = 0.5
/** Nodes that may be away at once. */
export const SPARE_NODES = 1
/** Copies of the data in a replica set. */
export const COPIES = 3
/** What must lie in the engine's cache: all indexes, and of the documents those of the last weeks. */
export const HOT_DOCUMENTS = 0.1

/** In US dollars a month, about what clouds ask for: to be replaced by one's own. */
export const PRICES = { processor: 20, gigabyteOfMemory: 3, gigabyteOfDisk: 0.1 }
