import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#client/paths.ts'
import { moveRowFocus } from '#client/platform/browser/rowFocus.ts'
import { formatNumber, t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { useCorrectedPage } from '#client/platform/router/navigation.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { DecorativeText } from '#client/ui/Decorative.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { ActionMenu } from '#client/ui/Dropdown.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { TOPICS_PER_PAGE } from '#protocol/limits.ts'
import type { TopicView } from '#protocol/topics.ts'
import { DeleteTopic } from './DeleteTopic.tsx'
import { MergeTopic } from './MergeTopic.tsx'
import { NewTopic, RenameTopic } from './TopicForms.tsx'
import { topicPageQuery, topicTitleQuery } from './topics.queries.ts'
import { deletedTopicsAtom, type TopicPage, topicListAtom } from './topics.state.ts'
import { type TopicForm, useTopicActions } from './useTopicActions.ts'
import './topics.css'
import './topicColumn.css'

/** The heights of a row in the column beside the notes, and on a screen of its own. */
const COLUMN_ROW_PX = 40
const ROW_PX = 72

interface TopicListProps extends TopicPage {
  /** In the column beside the notes: the topic that they belong to. It is listed first if it is on another page. */
  currentNo?: number | null
}

/** A page of topics, the row that opens the field for a new one, and the page index. */
export function TopicList({ page, goToPage, isInUrl, currentNo }: TopicListProps) {
  const isInColumn = currentNo !== undefined
  const topics = useQuery(topicPageQuery(page))
  const rows = useRows(topics.data?.subjects, currentNo ?? null)
  useCorrectedPage(isInUrl && !topics.isPlaceholderData ? topics.data?.pageIndex : undefined)

  return (
    <div className={`topic-list ${isInColumn ? 'topic-list--column' : ''}`}>
      {topics.isPending && (
        <SkeletonRows rows={TOPICS_PER_PAGE} height={isInColumn ? COLUMN_ROW_PX : ROW_PX} />
      )}
      <LoadFailure query={topics} />
      {topics.data && rows.length === 0 && (
        <EmptyState {...(!isInColumn && { drawing: 'notes' })}>{t('topics.empty')}</EmptyState>
      )}
      {rows.length > 0 && (
        <ul
          className="topic-list__rows"
          data-live-rows
          onKeyDown={moveRowFocus}
          aria-busy={topics.isPlaceholderData}
        >
          {rows.map(topic => (
            <TopicRow
              key={topic.subjectNo}
              topic={topic}
              isInColumn={isInColumn}
              isCurrent={topic.subjectNo === currentNo}
            />
          ))}
        </ul>
      )}
      {/* The list may be shorter than its placeholder, which would move what is below it. */}
      {topics.data && (
        <NewTopic isFirst={rows.length === 0} isInColumn={isInColumn} onCreated={() => goToPage(1)} />
      )}
      {topics.data && (
        <PageIndex
          label={isInColumn ? t('notes.topicPages') : t('page.label')}
          index={topics.data.pageIndex}
          onGo={goToPage}
        />
      )}
    </div>
  )
}

type ListedTopic = Omit<TopicView, 'noteCount'> & Partial<TopicView>

/** The topics of a page. The current topic is added if it is on another one, after a visit by URL or from a search. */
function useRows(topics: readonly TopicView[] | undefined, currentNo: number | null): readonly ListedTopic[] {
  const { selectedTopicNo, selectedTopicTitle } = useAtomValue(topicListAtom)
  const deletedTopics = useAtomValue(deletedTopicsAtom)
  const isOnOtherPage =
    currentNo !== null &&
    topics !== undefined &&
    !topics.some(({ subjectNo }) => subjectNo === currentNo) &&
    !deletedTopics.has(currentNo)
  const isSelected = currentNo === selectedTopicNo
  const fetchedTitle = useQuery({
    ...topicTitleQuery(currentNo ?? 0),
    enabled: isOnOtherPage && !isSelected,
  })
  const title = isSelected ? selectedTopicTitle : fetchedTitle.data
  if (topics === undefined) return []
  return isOnOtherPage && title !== undefined ? [{ subjectNo: currentNo, title }, ...topics] : topics
}

interface TopicRowProps {
  topic: ListedTopic
  isInColumn: boolean
  isCurrent: boolean
}

/** A link to the notes of a topic, with a menu. */
function TopicRow({ topic: { subjectNo, title, noteCount }, isInColumn, isCurrent }: TopicRowProps) {
  const setTopicList = useSetAtom(topicListAtom)
  const navigate = useNavigate()
  const [form, setForm] = useState<TopicForm | null>(null)
  const { rename, others } = useTopicActions(subjectNo, setForm)
  const close = () => setForm(null)
  const Title = isInColumn ? 'span' : 'h2'
  const count = noteCount === undefined ? undefined : t('topics.noteCount', { count: noteCount })

  function select() {
    setTopicList(list => ({ ...list, selectedTopicNo: subjectNo, selectedTopicTitle: title }))
  }

  return (
    <li className="topic-row">
      <Link
        className="topic-row__link"
        data-row
        to={paths.notes(subjectNo)}
        aria-current={isCurrent || undefined}
        title={isInColumn ? title : undefined}
        onClick={select}
      >
        <span className="topic-row__icon">
          <ToolIcon name="folder" />
        </span>
        <Title className="topic-row__title" dir="auto">
          {title}
        </Title>{' '}
        {count !== undefined && (
          <span className="topic-row__count">
            {isInColumn && <DecorativeText words={formatNumber(noteCount ?? 0)} />}
            <span className={isInColumn ? 'visually-hidden' : undefined}>{count}</span>
          </span>
        )}{' '}
        <span className="topic-row__open">{t('topics.viewNotes')}</span>
      </Link>
      <ActionMenu label={t('topics.menu', { title })} actions={[rename, ...others]} />
      {form === 'rename' && <RenameTopic topicNo={subjectNo} title={title} onDone={close} />}
      {form === 'merge' && (
        <MergeTopic
          topicNo={subjectNo}
          title={title}
          onMerged={isCurrent ? into => void navigate(paths.notes(into.topicNo), { replace: true }) : close}
          onClose={close}
        />
      )}
      {form === 'delete' && (
        <Dialog open title={title} onClose={close}>
          <DeleteTopic
            topicNo={subjectNo}
            title={title}
            noteCount={noteCount}
            onDeleted={isCurrent ? () => void navigate(paths.topics, { replace: true }) : close}
            onCancel={close}
          />
        </Dialog>
      )}
    </li>
  )
}

/** Links to the import screen and the trash. */
export function TopicsFooter() {
  return (
    <p className="topics__footer">
      <ButtonLink kind="quiet" to={paths.importNotes}>
        <ToolIcon name="upload" />
        {t('imports.open')}
      </ButtonLink>
      <ButtonLink kind="quiet" to={paths.trash}>
        <ToolIcon name="trash" />
        {t('trash.title')}
      </ButtonLink>
    </p>
  )
}
