import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'

/** The sample content for visitors. All of it is in the client. */

/** The language of the content, whatever the UI language is. */
export const SAMPLE_LANGUAGE = DEFAULT_LANGUAGE

export interface SamplePerson {
  userNo: number
  name: string
}

/** A friend, or the visitor (`sampleMe`). */
export type SampleWriter = SamplePerson | 'me'

export interface SampleRoom {
  hubNo: number
  name: string
  /** The other members, in the order of joining. */
  people: readonly SamplePerson[]
  /** Newest first. */
  noteNos: readonly number[]
}

/** The number at the start of a file name in `documents/`. */
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
  /** Edited after it was shared. */
  edited?: true
}

export interface SampleComment {
  /** Unique among the comments and the script. */
  commentNo: number
  hubNo: number
  noteNo: number
  writer: SampleWriter
  /** Plain text, 1–500 characters. */
  text: string
  /** The comment of the same thread that it replies to. */
  replyTo?: number
  /** Words of the note that it is about. The document contains them once. */
  on?: string
  /** ISO 8601 with +09:00. */
  at: string
}

/** A highlight of words that the document contains once. */
export interface SampleHighlight {
  hubNo: number
  noteNo: number
  writer: SampleWriter
  on: string
}

/** An event of the script. Only friends act, never the visitor. */
export type SampleEvent =
  /** The author shares the note in a room that does not contain it yet. */
  | { kind: 'shared'; hubNo: number; noteNo: number }
  /** A friend types until `untilSeconds`. */
  | {
      kind: 'composing'
      hubNo: number
      noteNo: number
      writer: SamplePerson
      untilSeconds: number
      /** Words of the note that they write about. */
      on?: string
    }
  /** A friend reacts to somebody else's note. */
  | { kind: 'empathized'; hubNo: number; noteNo: number; writer: SamplePerson }
  /** A friend highlights words of somebody else's note. */
  | { kind: 'highlighted'; hubNo: number; noteNo: number; writer: SamplePerson; on: string }
  /** The comment gets the time at which it is played. */
  | { kind: 'commented'; comment: Omit<SampleComment, 'at'> & { writer: SamplePerson } }

export interface SampleMoment {
  /** Seconds from the start of the script. */
  atSeconds: number
  event: SampleEvent
}
