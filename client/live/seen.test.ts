import { expect, test } from 'vitest'
import { nothingSeen, withoutSeen, withSeenUpdate } from './seen.ts'

const update = (revision: number, readSeq: number, ...seqs: number[]) => ({
  hubNo: 4,
  numUnreadArticles: 0,
  revision,
  readSeq,
  seen: seqs.map(seq => ({ from: seq, to: seq })),
})
const note = (seq: number, isNew = true) => ({ seq, isNew })
const newOnes = (notes: { seq: number; isNew: boolean }[]) =>
  notes.filter(({ isNew }) => isNew).map(({ seq }) => seq)

test('keeps the update with the higher revision, in whatever order they arrive', () => {
  const known = withSeenUpdate(withSeenUpdate(nothingSeen, update(7, 3)), update(6, 1))
  expect(known.get(4)?.readSeq).toBe(3)
  expect(withSeenUpdate(known, update(7, 3))).toBe(known)
})

test('ignores an update without seen marks from a node of the previous release', () => {
  expect(withSeenUpdate(nothingSeen, { hubNo: 4, numUnreadArticles: 2, revision: 9 })).toBe(nothingSeen)
})

test('clears the new mark of seen notes only', () => {
  const seen = withSeenUpdate(nothingSeen, update(1, 2, 5)).get(4)
  const notes = [note(6), note(5), note(4), note(3, false), note(2)]
  expect(newOnes(withoutSeen(notes, seen))).toEqual([6, 4])
  expect(newOnes(withoutSeen(notes, undefined))).toEqual([6, 5, 4, 2])
})
