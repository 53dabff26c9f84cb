import type { PipelineStage } from 'mongoose'
import type { SuggestionRecord } from '#server/features/agora/agora.repository.ts'
import type { CommentRecord } from '#server/features/comments/comments.repository.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import type { NotificationRecord } from './notifications.record.ts'

/** A notification with the data that it refers to, if it exists. Each list has at most one item, except comments. */
export interface FoundNotification extends NotificationRecord {
  /** Empty if the user is not a member. */
  hubs: Pick<HubRecord, 'hubNo' | 'name' | 'members'>[]
  /** The share of the note in the hub. */
  shares: object[]
  notes: { noteNo: number; title: string }[]
  comments: Pick<CommentRecord, 'commentNo' | 'writerNo' | 'text'>[]
  suggestions: Pick<SuggestionRecord, 'suggestionNo' | 'answer'>[]
}

/** Pipeline stages that look up the data. */
export function lookupStages(userNo: number): PipelineStage[] {
  return [
    { $unset: '_id' },
    lookup('hubs', 'hubNo', [{ $match: { 'members.userNo': userNo } }, only('hubNo', 'name', 'members')]),
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
    lookup('notes', 'noteNo', [only('noteNo', 'title')]),
    lookup('comments', 'commentNo', [only('commentNo', 'writerNo', 'text')], 'commentNos'),
    lookup('suggestions', 'suggestionNo', [only('suggestionNo', 'answer')]),
  ]
}

/** Lookup by the number or numbers in a field. */
function lookup(
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

/** Whether the notification can be shown: the target exists and the user may read it. */
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
