import { defineCall } from './call.ts'
import { done, line, lines, numberFromOne, sentence } from './fields.ts'
import { NOTICE_CONTENT_MAX, NOTICE_CONTENT_MIN, NOTICE_TITLE_MAX, NOTICE_TITLE_MIN } from './limits.ts'
import { z } from './schema.ts'

const titleLine = line('notices.checkText', { max: NOTICE_TITLE_MAX, tooLong: 'notices.tooLong' })
const isLongEnough = (title: string) => title.length >= NOTICE_TITLE_MIN

export const noticeTitleField = titleLine.refine(isLongEnough, sentence('notices.checkText'))

/** An empty title keeps the current title. */
export const changedNoticeTitleField = titleLine.refine(
  title => title === '' || isLongEnough(title),
  sentence('notices.checkText'),
)

export const noticeContentField = lines('notices.checkText', {
  min: NOTICE_CONTENT_MIN,
  max: NOTICE_CONTENT_MAX,
  tooLong: 'notices.tooLong',
})

export const noticeNoField = numberFromOne('notices.checkNumber')

/** 1 shown, 0 hidden; a digit in forms. */
const displayField = z
  .union([z.literal([0, 1]), z.literal(['0', '1'])])
  .transform(value => (Number(value) === 1 ? 1 : 0))

/** A public notice. */
const noticeSchema = z.object({
  noticeNo: z.number(),
  title: z.string(),
  content: z.string(),
  /** ISO 8601, UTC. */
  timeCreated: z.string(),
})
export type NoticeView = z.infer<typeof noticeSchema>

/** The shown notices, newest first, in REST responses and events. */
export const shownNoticesSchema = z.object({
  /** The list is at least as new as this version. */
  version: z.number(),
  itemList: z.array(noticeSchema),
})
export type ShownNotices = z.infer<typeof shownNoticesSchema>

export const getNotices = defineCall({
  method: 'GET',
  path: '/api/agora/getnotices',
  access: 'open',
  limit: 'read',
  encoding: 'none',
  summary: 'Returns the newest visible notices.',
  request: z.object({}),
  reply: done.extend(shownNoticesSchema.shape),
})

export const getNotice = defineCall({
  method: 'POST',
  path: '/api/agora/getnotice',
  access: 'administrator',
  limit: 'read',
  encoding: 'form',
  summary: 'Returns a hidden or visible notice for editing.',
  request: z.object({ noticeNo: noticeNoField }),
  reply: done.extend({ display: z.number(), title: z.string(), content: z.string() }),
})

export const getHiddenNotices = defineCall({
  method: 'POST',
  path: '/api/agora/gethiddennotices',
  access: 'administrator',
  limit: 'read',
  encoding: 'form',
  summary: 'Returns the newest hidden notices.',
  request: z.object({}),
  reply: done.extend({ itemList: z.array(noticeSchema) }),
})

export const createNotice = defineCall({
  method: 'POST',
  path: '/api/agora/createnotice',
  access: 'administrator',
  limit: 'write',
  encoding: 'form',
  summary: 'Posts a notice.',
  request: z.object({ display: displayField, title: noticeTitleField, content: noticeContentField }),
  reply: done.extend({ noticeNo: z.number() }),
})

export const updateNotice = defineCall({
  method: 'POST',
  path: '/api/agora/updatenotice',
  access: 'administrator',
  limit: 'write',
  encoding: 'form',
  summary: 'Changes a notice. An empty title keeps the title.',
  request: z.object({
    noticeNo: noticeNoField,
    display: displayField,
    title: changedNoticeTitleField,
    content: noticeContentField,
  }),
  reply: done.extend({ noticeNo: z.number() }),
})

export const deleteNotice = defineCall({
  method: 'POST',
  path: '/api/agora/deletenotice',
  access: 'administrator',
  limit: 'write',
  encoding: 'form',
  summary: 'Deletes a notice.',
  request: z.object({ noticeNo: noticeNoField }),
  reply: done.extend({ noticeNo: z.number() }),
})
