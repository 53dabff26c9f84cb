import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSuggestion, deleteSuggestion, getSuggestions } from '#protocol/agora.ts'
import { blockPerson, getBlocked, unblockPerson } from '#protocol/blocking.ts'
import type { Call } from '#protocol/call.ts'
import * as comments from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import * as hubs from '#protocol/hubs.ts'
import {
  COMMENT_MAX,
  ITEMS_PER_PAGE_MAX,
  NOTE_BODY_MAX,
  NOTE_TITLE_MAX,
  NOTICE_CONTENT_MAX,
  NOTICE_TITLE_MAX,
  SEEN_SEQS_MAX,
  TOPIC_TITLE_MAX,
} from '#protocol/limits.ts'
import * as notes from '#protocol/notes.ts'
import * as notices from '#protocol/notices.ts'
import { markSeen } from '#protocol/seen.ts'
import * as shares from '#protocol/shares.ts'
import * as topics from '#protocol/topics.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newUser, shareNewNote, signInUser, suggest, type TestUser } from '#tests/support/users.ts'

const REQUEST_KEY = '0b8f2f3e-58a6-4c0e-9a7c-6f0d7f2b8a11'
let node: TestNode
let user: TestUser
let topicNo: number
let hubNo: number
let friendNo: number
let noteNo: number
let suggestionNo: number
let commentNo: number
let noticeNo: number

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  const { email } = await newUser(node.url)
  // For the calls that only administrators may make.
  await node.app.context.repositories.users.setPrivilege(email, 1)
  user = await signInUser(node.url, email)
  const friend = await newUser(node.url)
  friendNo = friend.userNo
  hubNo = await makeHub(user, friend)
  noteNo = await shareNewNote(user, hubNo)
  topicNo = (await user.call(topics.getTopics, {})).subjects[0]?.subjectNo ?? 0
  suggestionNo = (await suggest(user)).suggestionNo
  const request = { hubNo, noteNo, text: '댓글', requestKey: REQUEST_KEY }
  commentNo = (await user.call(comments.postComment, request)).comment.commentNo
  noticeNo = (await user.call(notices.createNotice, notice)).noticeNo
})
afterAll(() => node.stop())

const neitherNumberNorText = [{ $gt: '' }, { $ne: 1 }, [1], ['1'], null, true]
const noNumber = [
  ...neitherNumberNorText,
  '',
  'abc',
  '-1',
  -1,
  0,
  '0',
  1.5,
  '1.5',
  1e21,
  '1e3',
  '0x1',
  ' 1',
  '1\0',
]
const number = [undefined, ...noNumber]
const perPage = [...noNumber, ITEMS_PER_PAGE_MAX + 1, String(ITEMS_PER_PAGE_MAX + 1)]
const noText = [{ $gt: '' }, ['글'], null, true, 5, '글\0', '글\u0007']
const text = (max: number) => [undefined, '', '   ', '가'.repeat(max + 1), ...noText]
const encoded = [
  undefined,
  encodeURIComponent('가'.repeat(NOTE_BODY_MAX + 1)),
  '%',
  '%ED%95',
  'x%00',
  ...noText,
]
const list = [undefined, '', '{', '{}', 'null', '"1"', '1', [1], { $gt: '' }, null]
const numberList = [
  ...list,
  '["a"]',
  '[-1]',
  '[1.5]',
  '[{"$gt":0}]',
  '[null]',
  '[[1]]',
  JSON.stringify(Array(201).fill(1)),
]

const notice = { display: 1, title: '새벽 점검 안내', content: '토요일 새벽에 점검해요.' } as const
const display = [undefined, 2, -1, '', '2', 'true', true, null, [1], { $ne: 0 }]
const content = ['네글자요', '  네글자요  ', ...text(NOTICE_CONTENT_MAX)]

/** Each call, its valid input, and the invalid values of each field. */
const cases: [Call, () => Record<string, unknown>, Record<string, unknown[]>][] = [
  [topics.getTopics, () => ({}), { curPageNo: noNumber, itemsPerPage: perPage }],
  [topics.createTopic, () => ({ title: '제목' }), { title: text(TOPIC_TITLE_MAX), itemsPerPage: perPage }],
  [topics.deleteTopic, () => ({ topicNo }), { topicNo: number }],
  [notes.getNotes, () => ({ topicNo }), { topicNo: number, curPageNo: noNumber, itemsPerPage: perPage }],
  [
    notes.postNote,
    () => ({ topicNo, title: '제목', text: '' }),
    { topicNo: number, title: text(NOTE_TITLE_MAX), text: encoded, requestKey: ['', 'x', ...noText] },
  ],
  [
    notes.updateNote,
    () => ({ noteNo, title: '제목', text: '' }),
    { noteNo: number, title: text(NOTE_TITLE_MAX), text: encoded, version: noNumber },
  ],
  [notes.getNote, () => ({ noteNo }), { noteNo: number }],
  [notes.deleteNote, () => ({ noteNo }), { noteNo: number }],
  [
    shares.getShareHubs,
    () => ({ noteNo }),
    { noteNo: number, curPageNo: noNumber, hubsPerPage: perPage, needSharedList: [{ $gt: '' }, [1], null] },
  ],
  [shares.shareNote, () => ({ hubNo, noteNo }), { hubNo: number, noteNo: number }],
  [shares.unshareNote, () => ({ hubNo, noteNo }), { hubNo: number, noteNo: number }],
  [
    hubs.getHubs,
    () => ({}),
    {
      curPageNo: noNumber,
      hubsPerPage: perPage,
      onlyUnread: ['', 'never', [true]],
      order: ['', 'name', 'talk '],
    },
  ],
  [hubs.muteHub, () => ({ hubNo, isMuted: true }), { hubNo: number, isMuted: ['', 'never', null] }],
  [hubs.pinHub, () => ({ hubNo, isPinned: true }), { hubNo: number, isPinned: ['', 'never', null] }],
  [
    hubs.searchFriends,
    () => ({ candidatesJSON: '["x@example.com"]' }),
    { candidatesJSON: [...list, '[1]', '[{"$gt":""}]', JSON.stringify(Array(11).fill('x@example.com'))] },
  ],
  [
    hubs.createHub,
    () => ({ candidatesJSON: `[${user.userNo}]` }),
    { candidatesJSON: numberList, curPageNo: noNumber, hubsPerPage: perPage },
  ],
  [
    hubs.addMatching,
    () => ({ hubNo, friendsJSON: '[1]', expectedResult: '[1]' }),
    { hubNo: number, friendsJSON: numberList, expectedResult: numberList },
  ],
  [
    hubs.disjoin,
    () => ({ targetHubNo: hubNo }),
    {
      targetHubNo: number,
      hubsPerPage: perPage,
      declineInvitations: ['', 'never', 5, null, [true], { $gt: '' }],
    },
  ],
  [hubs.getHubInfo, () => ({ hubNo }), { hubNo: number }],
  [blockPerson, () => ({ userNo: friendNo }), { userNo: number }],
  [unblockPerson, () => ({ userNo: friendNo }), { userNo: number }],
  [hubs.markAsRead, () => ({ hubNo }), { hubNo: number, seq: noNumber }],
  [
    markSeen,
    () => ({ hubNo, seqsJSON: '[1]' }),
    {
      hubNo: number,
      seqsJSON: [
        '',
        '[]',
        '1',
        '["a"]',
        '[0]',
        '[-1]',
        '[1.5]',
        '{}',
        JSON.stringify(Array(SEEN_SEQS_MAX + 1).fill(1)),
      ],
    },
  ],
  [
    getSharedNotes,
    () => ({ selectedHubNo: hubNo }),
    { selectedHubNo: number, curPageNo: noNumber, numberOfItemsPerPage: perPage },
  ],
  [comments.getComments, () => ({ hubNo, noteNo }), { hubNo: number, noteNo: number, before: noNumber }],
  [
    comments.postComment,
    () => ({ hubNo, noteNo, text: '다른 댓글', requestKey: REQUEST_KEY }),
    {
      hubNo: number,
      noteNo: number,
      text: [...text(COMMENT_MAX), '\n \n'],
      requestKey: [undefined, '', 'x', ...noText],
    },
  ],
  [
    comments.updateComment,
    () => ({ commentNo, text: '고친 댓글' }),
    { commentNo: number, text: text(COMMENT_MAX) },
  ],
  [comments.deleteComment, () => ({ commentNo }), { commentNo: number }],
  [
    comments.markCommentsRead,
    () => ({ hubNo, noteNo, commentNo }),
    { hubNo: number, noteNo: number, commentNo: number },
  ],
  [getSuggestions, () => ({}), { base: noNumber, offset: perPage }],
  [createSuggestion, () => ({}), { suggestion: ['아홉 글자 의견요', ...text(100)] }],
  [deleteSuggestion, () => ({ suggestionNo }), { suggestionNo: number }],
  [notices.getNotice, () => ({ noticeNo }), { noticeNo: number }],
  [notices.createNotice, () => notice, { display, title: ['네글자요', ...text(NOTICE_TITLE_MAX)], content }],
  [
    notices.updateNotice,
    () => ({ ...notice, noticeNo }),
    {
      noticeNo: number,
      display,
      title: [undefined, '네글자요', '가'.repeat(NOTICE_TITLE_MAX + 1), ...noText],
      content,
    },
  ],
  [notices.deleteNotice, () => ({ noticeNo }), { noticeNo: number }],
]

async function readAllData() {
  return [
    await user.call(topics.getTopics, {}),
    await user.call(notes.getNotes, { topicNo }),
    await user.call(notes.getNote, { noteNo }),
    await user.call(hubs.getHubs, {}),
    await user.call(hubs.getHubInfo, { hubNo }),
    await user.call(getBlocked, {}),
    await user.call(getSharedNotes, { selectedHubNo: hubNo }),
    await user.call(comments.getComments, { hubNo, noteNo }),
    await user.call(getSuggestions, {}),
    await user.call(notices.getNotices, {}),
  ]
}

test.each(cases.map(([call, right, wrong]) => [call.path, call, right, wrong] as const))(
  '%s names the invalid field, in Korean, and changes nothing',
  async (_, call, right, wrong) => {
    const before = await readAllData()
    for (const [field, values] of Object.entries(wrong)) {
      const answers = await Promise.all(
        values.map(
          async value =>
            [value, await user.callWithInvalidInput(call, { ...right(), [field]: value })] as const,
        ),
      )
      for (const [value, answer] of answers) {
        expect(answer, `${field}: ${JSON.stringify(value)?.slice(0, 40)}`).toEqual({
          status: 400,
          body: { success: false, code: 'invalid', field, message: expect.stringMatching(/[가-힣]/) },
        })
      }
    }
    expect(await readAllData()).toEqual(before)
  },
)
