import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { SearchDialog } from '#client/features/search/SearchButton.tsx'
import { DAILY_NOTE_PATH, DAILY_NOTE_STATE } from '#client/features/templates/dailyNoteShortcut.ts'
import { TemplateChooser } from '#client/features/templates/TemplateChooser.tsx'
import { DeleteTopic } from '#client/features/topics/DeleteTopic.tsx'
import { MergeTopic } from '#client/features/topics/MergeTopic.tsx'
import { RenameTopic } from '#client/features/topics/TopicForms.tsx'
import { topicPageQuery } from '#client/features/topics/topics.queries.ts'
import { topicListAtom } from '#client/features/topics/topics.state.ts'
import { type TopicForm, useTopicActions } from '#client/features/topics/useTopicActions.ts'
import { paths } from '#client/paths.ts'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { DecorativeText } from '#client/ui/Decorative.tsx'
import { type Action, ActionMenu } from '#client/ui/Dropdown.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { ChoiceSelect } from '#client/ui/ListFilters.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { PHONE } from '#client/ui/sheet.ts'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { NoteOrder, NotePage } from '#protocol/notes.ts'
import { useNoteOrder } from './noteList.state.ts'
import type { RowSelection } from './SelectionBar.tsx'

interface NoteListHeaderProps {
  topicNo: number
  /** Undefined while the first page is loading. */
  page: NotePage | undefined
  selection: RowSelection
  /** The URL is that of the list, so its title is the heading. Otherwise the title is a link to it. */
  isScreen: boolean
  /** In the column of the workspace. Elsewhere the header has the link back to the topics. */
  isInColumn: boolean
}

/** The topic's title with the actions for the topic and its list. On phones its first row replaces the header of the app. */
export function NoteListHeader({ topicNo, page, selection, isScreen, isInColumn }: NoteListHeaderProps) {
  const [form, setForm] = useState<TopicForm | null>(null)
  const { rename, others } = useTopicActions(topicNo, setForm)
  const navigate = useNavigate()
  const { curPageNo } = useAtomValue(topicListAtom)
  const knownTitle = useKnownTitle(topicNo)
  const title = page?.subjectTitle ?? knownTitle ?? t('topics.title')
  const close = () => setForm(null)
  const isPhone = useMediaQuery(PHONE)
  const [isSearching, setSearching] = useState(false)
  const [isChoosing, setChoosing] = useState(false)

  const actions: Action[] = [
    ...(isPhone
      ? [{ label: t('search.open'), icon: 'find', run: () => setSearching(true) } satisfies Action]
      : []),
    { label: t('templates.use'), icon: 'note', run: () => setChoosing(true) },
    {
      label: t('daily.open'),
      icon: 'pen',
      run: () => void navigate(DAILY_NOTE_PATH, { state: DAILY_NOTE_STATE }),
    },
    rename,
    ...(page !== undefined && page.noteCount > 0
      ? ([{ label: t('notes.select'), icon: 'task', run: () => selection.begin() }] satisfies Action[])
      : []),
    ...others,
  ]

  return (
    <div className="note-list__header">
      <div className="note-list__title-row">
        {!isInColumn && <BackToTopicsLink />}
        {isScreen ? (
          <ScreenTitle title={title} />
        ) : (
          <p className="screen-title" dir="auto">
            <Link className="note-list__title-link" to={paths.notes(topicNo)} aria-label={title}>
              <DecorativeText words={title} />
            </Link>
          </p>
        )}
        <div className="note-list__actions">
          {page && <ActionMenu label={t('topics.menu', { title: page.subjectTitle })} actions={actions} />}
          {page?.noteCount !== 0 && <NewNoteLink topicNo={topicNo} />}
        </div>
      </div>
      {isChoosing && <TemplateChooser topicNo={topicNo} onClose={() => setChoosing(false)} />}
      {isSearching && <SearchDialog open onClose={() => setSearching(false)} />}
      {form === 'rename' && page && (
        <RenameTopic topicNo={topicNo} title={page.subjectTitle} onDone={close} />
      )}
      {form === 'merge' && page && (
        <MergeTopic
          topicNo={topicNo}
          title={page.subjectTitle}
          onMerged={into => void navigate(paths.notes(into.topicNo), { replace: true })}
          onClose={close}
        />
      )}
      {form === 'delete' && page && (
        <DeleteTopic
          topicNo={topicNo}
          title={page.subjectTitle}
          noteCount={page.noteCount}
          onDeleted={() => void navigate(paths.topicsPage(curPageNo), { replace: true })}
          onCancel={close}
        />
      )}
      <div className="note-list__facts">
        <p className="note-list__count">{page && t('topics.noteCount', { count: page.noteCount })}</p>
        <NoteOrderSelect />
      </div>
    </div>
  )
}

/** The title of a topic before its notes are loaded: of the topic opened last, or from the list of topics. */
function useKnownTitle(topicNo: number): string | undefined {
  const { selectedTopicNo, selectedTopicTitle, curPageNo } = useAtomValue(topicListAtom)
  // Only reads the cache: the column of topics fetches the page.
  const topics = useQuery({ ...topicPageQuery(curPageNo), enabled: false })
  if (selectedTopicNo === topicNo) return selectedTopicTitle
  return topics.data?.subjects.find(({ subjectNo }) => subjectNo === topicNo)?.title
}

export function NewNoteLink({ topicNo }: { topicNo: number }) {
  return (
    <ButtonLink kind="primary" className="new-note" to={paths.createNote(topicNo)}>
      <ToolIcon name="pen" />
      {t('notes.write')}
    </ButtonLink>
  )
}

/** Links to the page of topics that was open last. */
export function BackToTopicsLink() {
  const { curPageNo } = useAtomValue(topicListAtom)
  return (
    <ButtonLink kind="quiet" className="back-to-topics" to={paths.topicsPage(curPageNo)}>
      <Icon name="back" />
      <span className="back-to-topics__label">{t('notes.topicList')}</span>
    </ButtonLink>
  )
}

const orders = (): Record<NoteOrder, string> => ({
  changed: t('notes.orderChanged'),
  created: t('notes.orderCreated'),
  title: t('notes.orderTitle'),
})

function NoteOrderSelect() {
  const [order, choose] = useNoteOrder()
  return <ChoiceSelect label={t('notes.order')} choices={orders()} chosen={order} onChoose={choose} />
}
