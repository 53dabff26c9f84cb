/** Stored with each part of a series. The first part gets it when the second one is made. */
export interface SeriesPlace {
  /** The first part; of the first part its own number. */
  headNo: number
  /** Orders the parts. It has gaps and fractions; the number on screen is the index in the sorted list. */
  place: number
}

export interface WithSeries {
  series?: SeriesPlace
}

/** The topic of later parts: they are wherever the first part is, so that moving it moves them. No topic has this number. */
export const NO_TOPIC = 0

export const FIRST_PLACE = 1

/** Filter of notes that are no later parts. */
export const IN_TOPIC = { subjectNo: { $gt: NO_TOPIC } } as const

/** By place; of equal places, which two nodes may have given at once, the older part is first. */
export const IN_ORDER = { 'series.place': 1, noteNo: 1 } as const
