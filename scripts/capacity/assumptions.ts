/** Guesses about a million users. Change them and run `npm run capacity` again. */
export const PEOPLE = 1_000_000

/** Averages per user. Most users have much less. */
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

/** Pictures per user, and the size of a processed one. */
export const PICTURES = { each: 5, bytes: 200_000 }

/** One user in ten is active on a day. At peak, one in fifty has an open tab. */
export const TABS_AT_ONCE = PEOPLE / 50
/** Reads per tab and second at peak: a page of three calls every 30 seconds. */
export const READS_A_TAB = 0.1
/** Saves per tab and second: one a minute. */
export const SAVES_A_TAB = 1 / 60
/** Shares and comments per tab and second, and the number of tabs that receive each. */
export const EVENTS_A_TAB = 1 / 120
export const RECEIVED_BY = 4

/** Target processor utilization at peak. The rest is a reserve. */
export const USED = 0.5
/** Nodes that may be down at once. */
export const SPARE_NODES = 1
/** Copies of the data in a replica set. */
export const COPIES = 3
/** The share of documents in MongoDB's cache, besides all indexes. */
export const HOT_DOCUMENTS = 0.1

/** Typical cloud prices in US dollars per month. */
export const PRICES = { processor: 20, gigabyteOfMemory: 3, gigabyteOfDisk: 0.1 }
