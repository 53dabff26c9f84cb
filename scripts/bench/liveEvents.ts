import type { ServerEventPayload } from '#protocol/events.ts'

export const COMMENT = '저도 그렇게 생각해요. 다음 모임에서 같이 이야기해 봐요.'

/** The payloads of the baseline servers, as large as those of 글마루 with these fixtures. */
export const events = {
  'note:shared': {
    hubNo: 5,
    version: 42,
    unread: { numUnreadArticles: 7, revision: 42, isMuted: false },
    note: {
      noteNo: 123,
      seq: 41,
      articleTitle: '벤치 노트 41',
      subjectTitle: '벤치',
      author: 'bench-live-1',
      authorNo: 1,
      profPic: '',
      lastUpdate: '2026-01-01T00:00:00.000Z',
      sharedAt: '2026-01-01T00:00:00.000Z',
      edited: false,
      noteVersion: 1,
      commentCount: 0,
    },
  },
  'comment:posted': {
    hubNo: 5,
    noteNo: 123,
    version: 42,
    count: 7,
    comment: {
      commentNo: 41,
      text: COMMENT,
      writer: 'bench-live-1',
      writerNo: 1,
      profPic: '',
      postedAt: '2026-01-01T00:00:00.000Z',
      edited: false,
      requestKey: 'c0ffee00-0000-4000-8000-000000000000',
    },
  },
} satisfies {
  'note:shared': ServerEventPayload<'note:shared'>
  'comment:posted': ServerEventPayload<'comment:posted'>
}
export type PublishedEvent = keyof typeof events
