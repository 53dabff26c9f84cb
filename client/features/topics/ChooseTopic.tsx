import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { useFocusOnOpen } from '#client/ui/Dialog.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { toNfc } from '#protocol/normalization.ts'
import { searchTextOf } from '#protocol/searchText.ts'
import { type TopicView, topicTitleField } from '#protocol/topics.ts'
import { allTopicsQuery, useCreateTopic } from './topics.queries.ts'
import './topics.css'

interface ChooseTopicProps {
  /** The topic of the note now; it cannot be chosen. */
  currentNo: number
  busy?: boolean
  error?: string | undefined
  onChoose: (topic: { topicNo: number; topicTitle: string }) => void
}

const normalizeTitle = (title: string) => searchTextOf(toNfc(title))

/** Filters the user's topics by the input, and offers to create a topic with a title that none has. */
export function ChooseTopic({ currentNo, busy = false, error, onChoose }: ChooseTopicProps) {
  const [typed, setTyped] = useState('')
  const field = useFocusOnOpen<HTMLInputElement>()
  const topics = useInfiniteQuery(allTopicsQuery)
  const createTopic = useCreateTopic()
  const all = topics.data?.pages.flatMap(page => page.subjects) ?? []
  const filter = normalizeTitle(typed)
  const matches = all.filter(({ title }) => normalizeTitle(title).includes(filter))
  const { hasNextPage, fetchNextPage } = topics
  const hasAll = topics.data !== undefined && !hasNextPage
  const newTitle = topicTitleField.safeParse(typed).data
  const isNew = newTitle !== undefined && hasAll && !all.some(({ title }) => title === newTitle)

  // A match may be on the last page.
  const shouldFetchMore = filter !== '' && hasNextPage && !topics.isFetching && !topics.isError
  useEffect(() => {
    if (shouldFetchMore) void fetchNextPage()
  }, [shouldFetchMore, fetchNextPage])

  function createAndChoose(title: string): void {
    createTopic.mutate(title, {
      onSuccess({ subjects: [created] }) {
        if (created) onChoose({ topicNo: created.subjectNo, topicTitle: created.title })
      },
    })
  }

  const choose = ({ subjectNo, title }: TopicView) => onChoose({ topicNo: subjectNo, topicTitle: title })

  function chooseFirstMatch(event: FormEvent) {
    event.preventDefault()
    const [first] = matches
    if (filter !== '' && first && first.subjectNo !== currentNo && !busy) choose(first)
  }

  return (
    <form className="choose-topic" onSubmit={chooseFirstMatch}>
      <TextField
        ref={field}
        label={t('topics.filter')}
        max={TOPIC_TITLE_MAX}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        error={error ?? (createTopic.error ? failureText(createTopic.error) : undefined)}
      />
      {topics.isPending && <SkeletonRows rows={4} height={44} />}
      <LoadFailure query={topics} />
      {topics.data && (
        <ul className="choose-topic__list">
          {matches.map(topic => (
            <li key={topic.subjectNo}>
              <button
                type="button"
                className="choose-topic__topic"
                disabled={busy || topic.subjectNo === currentNo}
                onClick={() => choose(topic)}
              >
                <span className="choose-topic__title" dir="auto">
                  {topic.title}
                </span>
                <span className="choose-topic__count">
                  {topic.subjectNo === currentNo
                    ? t('topics.isHere')
                    : t('topics.noteCount', { count: topic.noteCount })}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {hasAll && matches.length === 0 && <Message>{t('topics.noneFits')}</Message>}
      {hasNextPage && (
        <Button kind="quiet" busy={topics.isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('topics.more')}
        </Button>
      )}
      {isNew && (
        <Button kind="primary" busy={createTopic.isPending || busy} onClick={() => createAndChoose(newTitle)}>
          {t('topics.intoNew', { title: newTitle })}
        </Button>
      )}
    </form>
  )
}
