import type { PipelineStage } from 'mongoose'
import type { SuggestionRecord } from '#server/features/agora/agora.store.ts'
import type { CommentRecord } from '#server/features/comments/comments.store.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import type { NotificationRecord } from './notifications.record.ts'

/** An entry with what it leads to, as far as that is there: each list has one item or, but for the comments, none. */
export interface FoundNotification extends NotificationRecord {
  /** If its person is in it. */
  hubs: Pick<HubRecord, 'hubNo' | 'name' | 'members'>[]
  /** By which the note stands in the hub. */
  shares: object[]
  notes: { noteNo: number; title: string }[]
  comments: Pick<CommentRecord, 'commentNo' | 'writerNo' | 'text'>[]
  suggestions: Pick<SuggestionRecord, 'suggestionNo' | 'answer'>[]
}

/** The stages that find it. */
export function foundIn(userNo: number): PipelineStage[] {
  return [
    { $unset: '_id' },
    look('hubs', 'hubNo', [{ $match: { 'members.userNo': userNo } }, only('hubNo', 'name', 'members')]),
    {
      $lookup: {
        from: 'shares',
        as: 'shares',
        localField: 'noteNo',
        foreignField: 'noteNo',
        let: { hubNo: '$hubNo' },
        pipeline: [{ $match: { live: true, $expr: { $eq: ['$hubNo', '$$hubNo'] } } }, only('seq')],
      },
    },
    look('notes', 'noteNo', [only('noteNo', 'title')]),
    look('comments', 'commentNo', [only('commentNo', 'writerNo', 'text')], 'commentNos'),
    look('suggestions', 'suggestionNo', [only('suggestionNo', 'answer')]),
  ]
}

/** What the number of an entry means, or each of its numbers. */
function look(
  from: string,
  foreignField: string,
  pipeline: PipelineStage.Lookup['$lookup']['pipeline'],
  localField = foreignField,
): PipelineStage {
  return { $lookup: { from, as: from, localField, foreignField, ...(pipeline && { pipeline }) } }
}

function only(...fields: string[]): PipelineStage.Project {
  return { $project: { _id: 0, ...Object.fromEntries(fields.map(field => [field, 1])) } }
}

/** Whether it can be told: it is about nothing that its person may not read any more, and about something that is there. */
export function isReadable(found: FoundNotification): boolean {
  const { userNo, at, hubNo, noteNo, commentNos = [], suggestionNo } = found
  if (hubNo !== undefined) {
    const me = found.hubs[0]?.members.find(member => member.userNo === userNo)
    if (me === undefined || me.joinedAt > at) return false
  }
  if (noteNo !== undefined && (found.shares.length === 0 || found.notes.length === 0)) return false
  if (commentNos.length > 0 && found.comments.length === 0) return false
  return suggestionNo === undefined || found.suggestions[0]?.answer !== undefined
}
