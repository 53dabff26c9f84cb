import { randomUUID } from 'node:crypto'
import { createNotice } from '#protocol/notices.ts'
import { createPublicLink } from '#protocol/publicLinks.ts'
import { getReports, sendReport } from '#protocol/reports.ts'
import type { Fixtures } from '#tests/support/fixtures.ts'
import { newUser, suggest, writeNote } from '#tests/support/users.ts'
import { emptyInput, type Inputs } from './shared.ts'

const notice = { display: 1, title: '새벽 점검 안내', content: '토요일 새벽에 점검해요.' } as const

async function newNotice({ administrator }: Fixtures) {
  return { noticeNo: (await administrator.call(createNotice, notice)).noticeNo }
}

/** The most recent report. */
async function newReport({ author, bystander, administrator, room: { hubNo } }: Fixtures): Promise<number> {
  await author.call(sendReport, { hubNo, userNo: bystander.userNo, words: '자꾸 욕을 해요.' })
  const { itemList } = await administrator.call(getReports, {})
  return itemList[0]?.reportNo ?? 0
}

/** Inputs of the agora, reports and the administration. */
export const agoraInputs = {
  '/api/agora/getsuggestions': async ({ author }) => {
    await suggest(author)
    return {}
  },
  '/api/agora/findsuggestions': () => ({ query: 'ㄱㅁㄹ 바라요' }),
  '/api/agora/react': async ({ author }) => ({
    suggestionNo: (await suggest(author)).suggestionNo,
    isOn: true,
  }),
  '/api/agora/report': async ({ bystander }) => ({
    suggestionNo: (await suggest(bystander)).suggestionNo,
    words: '광고예요.',
  }),
  '/api/agora/createsuggestion': () => ({ suggestion: `${randomUUID()} 글마루에 바라요` }),
  '/api/agora/deletesuggestion': async ({ author }) => ({
    suggestionNo: (await suggest(author)).suggestionNo,
  }),
  '/api/agora/answersuggestion': async ({ author }) => ({
    suggestionNo: (await suggest(author)).suggestionNo,
    answer: '그렇게 할게요.',
  }),
  '/api/agora/getunanswered': emptyInput,
  '/api/admin/getcounts': emptyInput,
  '/api/admin/getdailycounts': emptyInput,
  '/api/admin/getstatus': emptyInput,
  '/api/admin/getreports': emptyInput,
  '/api/admin/countreports': emptyInput,
  '/api/admin/takedownlink': async ({ author }) => {
    const reply = await author.call(createPublicLink, { noteNo: await writeNote(author) })
    return { linkId: reply.success ? reply.link.linkId : '', reason: '남의 전화번호가 있어요.' }
  },
  '/api/admin/settlereport': async fixtures => ({
    reportNo: await newReport(fixtures),
    outcome: '경고했어요.',
  }),
  '/api/admin/getlog': emptyInput,
  '/api/admin/findpeople': ({ author }) => ({ query: author.email }),
  '/api/admin/suspend': async ({ author }) => ({
    userNo: (await newUser(author.url)).userNo,
    isSuspended: true,
  }),
  '/api/admin/endsessions': async ({ author }) => ({ userNo: (await newUser(author.url)).userNo }),
  '/api/agora/getnotices': emptyInput,
  '/api/agora/getnotice': newNotice,
  '/api/agora/gethiddennotices': emptyInput,
  '/api/agora/createnotice': () => notice,
  '/api/agora/updatenotice': async fixtures => ({ ...notice, ...(await newNotice(fixtures)) }),
  '/api/agora/deletenotice': newNotice,
} satisfies Partial<Inputs>
