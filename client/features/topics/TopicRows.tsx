import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { moveRowFocus } from '#client/features/notes/list/rovingFocus.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { ActionMenu } from '#client/ui/ActionMenu.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Card } from '#client/ui/Card.tsx'
import type { TopicView } from '#protocol/topics.ts'
import { RenameTopic } from './RenameTopic.tsx'
import { topicListAtom } from './topics.state.ts'
import '#client/ui/listRow.css'

interface TopicRowsProps {
  topics: TopicView[]
  /** The topic whose notes the adjacent column lists. */
  listedNo: number | null
  /** Another page is loading. */
  isWaiting: boolean
}

export function TopicRows({ topics, listedNo, isWaiting }: TopicRowsProps) {
  const setTopicList = useSetAtom(topicListAtom)
  const [renamedNo, setRenamedNo] = useState<number | null>(null)

  function selectTopic({ subjectNo, title }: TopicView) {
    setTopicList(list => ({ ...list, selectedTopicNo: subjectNo, selectedTopicTitle: title }))
  }

  return (
    <Card padded={false} aria-busy={isWaiting}>
      <ul data-live-rows onKeyDown={moveRowFocus}>
        {topics.map(topic => (
          <li
            className={`list-row topic-row ${topic.subjectNo === listedNo ? 'topic-row--listed' : ''}`}
            key={topic.subjectNo}
          >
            {renamedNo === topic.subjectNo && (
              <RenameTopic topicNo={topic.subjectNo} title={topic.title} onDone={() => setRenamedNo(null)} />
            )}
            <div className="list-row__text">
              <h2 className="list-row__title" id={`topic-${topic.subjectNo}`} dir="auto">
                {topic.title}
              </h2>
              <p className="list-row__meta topic-row__count">
                <span className="topic-row__text">{t('topics.noteCount', { count: topic.noteCount })}</span>
                <span className="topic-row__number" aria-hidden="true">
                  {topic.noteCount}
                </span>
              </p>
            </div>
            <ButtonLink
              className="list-row__link"
              data-row
              to={paths.notes(topic.subjectNo)}
              aria-describedby={`topic-${topic.subjectNo}`}
              onClick={() => selectTopic(topic)}
            >
              {t('topics.viewNotes')}
            </ButtonLink>
            <ActionMenu
              label={t('topics.menu', { title: topic.title })}
              actions={[{ label: t('common.rename'), icon: 'pen', run: () => setRenamedNo(topic.subjectNo) }]}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
