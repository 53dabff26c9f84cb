import { expect, test } from 'vitest'
import { nothingSeen, withoutSeen, withSeenTold } from './seen.reducer.ts'

const told = (revision: number, readSeq: number, ...seqs: number[]) => ({
  hubNo: 4,
  numUnreadArticles: 0,
  revision,
  readSeq,
  seen: seqs.map(seq => ({ from: seq, to: seq })),
})
const note = (seq: number, isNew = true) => ({ seq, isNew })
const newOnes = (notes: { seq: number; isNew: boolean }[]) =>
  notes.filter(({ isNew }) => isNew).map(({ seq }) => seq)

test('of two words the one with the higher revision is right, however they come', () => {
  const known = withSeenTold(withSeenTold(nothingSeen, told(7, 3)), told(6, 1))
  expect(known.get(4)?.readSeq).toBe(3)
  expect(withSeenTold(known, told(7, 3))).toBe(known)
})

test('a node of the release before tells only a number', () => {
  expect(withSeenTold(nothingSeen, { hubNo: 4, numUnreadArticles: 2, revision: 9 })).toBe(nothingSeen)
})

test('what was seen is new no more, and what was not new does not become it', () => {
  const seen = withSeenTold(nothingSeen, told(1, 2, 5)).get(4)
  const notes = [note(6), note(5), note(4), note(3, false), note(2)]
  expect(newOnes(withoutSeen(notes, seen))).toEqual([6, 4])
  expect(newOnes(withoutSeen(notes, undefined))).toEqual([6, 5, 4, 2])
})
