import type { ServerEventPayload } from '#protocol/events.ts'
import { hasSeen, type SeenInHub } from '#protocol/seen.ts'

/** By hub number, what one was told to have seen there since this page was loaded. */
export type SeenInHubs = ReadonlyMap<number, SeenInHub>

export const nothingSeen: SeenInHubs = new Map()

/** Takes what is newer: of two words of one hub the one with the higher revision is right. */
export function withSeenTold(known: SeenInHubs, told: ServerEventPayload<'unread:changed'>): SeenInHubs {
  const { readSeq, seen } = told
  if (readSeq === undefined || seen === undefined) return known
  if (told.revision <= (known.get(told.hubNo)?.revision ?? -1)) return known
  return new Map(known).set(told.hubNo, { ...told, readSeq, seen })
}

/**
 * Shared notes as they are by now: what an answer told as new may have been seen since, on whichever tab. What was seen is
 * never unseen again.
 */
export function withoutSeen<Note extends { seq: number; isNew: boolean }>(
  notes: readonly Note[],
  seen: SeenInHub | undefined,
): Note[] {
  if (seen === undefined) return [...notes]
  return notes.map(note => (note.isNew && hasSeen(seen, note.seq) ? { ...note, isNew: false } : note))
}
