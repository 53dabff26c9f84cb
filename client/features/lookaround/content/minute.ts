import { dohyeon, haneul, minho, seojun, sera } from './rooms.ts'
import type { SampleMoment } from './types.ts'

/** The length of the script in seconds. */
export const SAMPLE_MINUTE_SECONDS = 60

const FIRST_SENTENCE = '점순이가 이야기를 들려준다면 첫 문장은 무엇일까?'
const FIXED_COSTS = '한 달 고정비'
const LAST_QUESTION = '지난 석 달 동안 실패해도 괜찮았던 시도가 하나라도 있었는가?'

/** A script of one minute with activity in all three rooms. */
export const sampleMinute: readonly SampleMoment[] = [
  {
    atSeconds: 3,
    event: { kind: 'composing', hubNo: 3, noteNo: 7, writer: sera, untilSeconds: 9, on: FIRST_SENTENCE },
  },
  { atSeconds: 5, event: { kind: 'highlighted', hubNo: 3, noteNo: 7, writer: dohyeon, on: FIRST_SENTENCE } },
  {
    atSeconds: 9,
    event: {
      kind: 'commented',
      comment: {
        commentNo: 101,
        hubNo: 3,
        noteNo: 7,
        writer: sera,
        text: '@이하늘 점순이의 첫 문장이 벌써 다섯 개나 모였어요. 하나하나 다 달라서 재미있어요.',
        on: FIRST_SENTENCE,
      },
    },
  },
  { atSeconds: 11, event: { kind: 'empathized', hubNo: 3, noteNo: 7, writer: dohyeon } },
  { atSeconds: 14, event: { kind: 'shared', hubNo: 1, noteNo: 12 } },
  {
    atSeconds: 17,
    event: { kind: 'composing', hubNo: 1, noteNo: 12, writer: minho, untilSeconds: 24, on: FIXED_COSTS },
  },
  {
    atSeconds: 20,
    event: {
      kind: 'highlighted',
      hubNo: 3,
      noteNo: 7,
      writer: haneul,
      on: '계약의 한가운데에 있지만 계약한 적은 없는 사람.',
    },
  },
  {
    atSeconds: 24,
    event: {
      kind: 'commented',
      comment: {
        commentNo: 102,
        hubNo: 1,
        noteNo: 12,
        writer: minho,
        text: '빵집 계산을 해 봤는데 한번 봐 줄래? 고정비를 너무 낮게 잡았나 싶어.',
        on: FIXED_COSTS,
      },
    },
  },
  { atSeconds: 28, event: { kind: 'composing', hubNo: 2, noteNo: 4, writer: seojun, untilSeconds: 34 } },
  {
    atSeconds: 34,
    event: {
      kind: 'commented',
      comment: {
        commentNo: 103,
        hubNo: 2,
        noteNo: 4,
        writer: seojun,
        replyTo: 23,
        text: '그 빵집에 다녀왔어요. 열 시 반에 줄을 섰는데 마지막 식빵이 제 것이었어요.',
      },
    },
  },
  { atSeconds: 36, event: { kind: 'empathized', hubNo: 2, noteNo: 4, writer: haneul } },
  { atSeconds: 37, event: { kind: 'empathized', hubNo: 2, noteNo: 4, writer: seojun } },
  { atSeconds: 39, event: { kind: 'shared', hubNo: 2, noteNo: 5 } },
  {
    atSeconds: 42,
    event: { kind: 'composing', hubNo: 2, noteNo: 5, writer: haneul, untilSeconds: 48, on: LAST_QUESTION },
  },
  { atSeconds: 45, event: { kind: 'shared', hubNo: 3, noteNo: 1 } },
  {
    atSeconds: 48,
    event: {
      kind: 'commented',
      comment: {
        commentNo: 104,
        hubNo: 2,
        noteNo: 5,
        writer: haneul,
        text: '국숫집에 갈 때마다 하던 이야기를 글로 옮겼어요. 마지막 질문에 다들 뭐라고 답할지 궁금해요.',
        on: LAST_QUESTION,
      },
    },
  },
  { atSeconds: 50, event: { kind: 'empathized', hubNo: 2, noteNo: 5, writer: seojun } },
  { atSeconds: 50, event: { kind: 'highlighted', hubNo: 2, noteNo: 5, writer: seojun, on: LAST_QUESTION } },
  { atSeconds: 51, event: { kind: 'composing', hubNo: 3, noteNo: 1, writer: dohyeon, untilSeconds: 56 } },
  {
    atSeconds: 56,
    event: {
      kind: 'commented',
      comment: {
        commentNo: 105,
        hubNo: 3,
        noteNo: 1,
        writer: dohyeon,
        text: '오, 책 대여 앱! 우리 모임 책장에도 바로 쓸 수 있겠어요.',
      },
    },
  },
]
