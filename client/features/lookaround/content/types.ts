import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'

/** The made-up people, rooms and notes that a visitor looks around in. All of it is in the client: nothing is fetched. */

/** In which all of it is written, whatever language the page speaks. */
export const SAMPLE_LANGUAGE = DEFAULT_LANGUAGE

export interface SamplePerson {
  userNo: number
  name: string
}

/** A person, or the visitor whose place one takes (`people.ts`). */
export type SampleWriter = SamplePerson | 'me'

export interface SampleRoom {
  hubNo: number
  /** What its members call it. */
  name: string
  /** The others, without me, in the order in which they joined. */
  people: readonly SamplePerson[]
  /** Newest first. */
  noteNos: readonly number[]
}

/** The number with which a file in `documents/` begins. */
export type DocumentNo = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export interface SampleNote {
  /** From 1, in the order of `sampleNotes`. */
  noteNo: number
  writer: SampleWriter
  /** 1–40 characters. */
  title: string
  topic: string
  /** ISO 8601 with +09:00, as `lastUpdate`. */
  timeCreated: string
  lastUpdate: string
  document: DocumentNo
  /** Changed after it was shared: its card says so. */
  edited?: true
}

export interface SampleComment {
  /** Unique among the comments and the minute together. */
  commentNo: number
  hubNo: number
  noteNo: number
  writer: SampleWriter
  /** Plain text, 1–500 characters. */
  text: string
  /** The earlier comment of its thread that it answers. */
  replyTo?: number
  /** ISO 8601 with +09:00. */
  at: string
}

/** What happens in a minute; only friends act, never the visitor. */
export type SampleEvent =
  /** The note's writer shares it in a room that does not have it at the start. */
  | { kind: 'shared'; hubNo: number; noteNo: number }
  /** Somebody writes a comment until that second of the minute. */
  | { kind: 'composing'; hubNo: number; noteNo: number; writer: SamplePerson; untilSeconds: number }
  /** Somebody empathizes with another's note. */
  | { kind: 'empathized'; hubNo: number; noteNo: number; writer: SamplePerson }
  /** The comment's time is the moment at which it is played. */
  | { kind: 'commented'; comment: Omit<SampleComment, 'at'> & { writer: SamplePerson } }

export interface SampleMoment {
  /** Seconds from the beginning of the minute. */
  atSeconds: number
  event: SampleEvent
}
