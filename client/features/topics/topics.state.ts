import { viewStateAtom } from '#client/session/viewState.ts'

interface TopicListState {
  curPageNo: number
  selectedTopicNo: number | null
  selectedTopicTitle: string
}

/** Where the topic list stands. The address leads; this remembers it for the way back. */
export const topicListAtom = viewStateAtom<TopicListState>({
  curPageNo: 1,
  selectedTopicNo: null,
  selectedTopicTitle: '',
})

/** Topics that were deleted, here or on another device, as far as this tab has come upon it: nothing leads to them by itself. */
export const goneTopicsAtom = viewStateAtom<ReadonlySet<number>>(new Set())

/** What is typed as the name of a new topic, wherever the width of the window puts the field for it. */
export const newTopicTitleAtom = viewStateAtom('')
