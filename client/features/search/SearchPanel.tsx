import { useSetAtom } from 'jotai'
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { isShortcutsDialogOpenAtom } from '#client/features/shortcuts/shortcutsDialog.state.ts'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { EmptyState, SkeletonRows } from '#client/ui/ListStates.tsx'
import { ChoiceList, SearchResultIcon } from './ChoiceList.tsx'
import { type Choice, isByInitials } from './search.choices.ts'
import { useSearch } from './useSearch.ts'

/** The search field with its results (ARIA combobox with a list box). */
export function SearchPanel({ onClose }: { onClose: () => void }) {
  const search = useSearch()
  const { groups, isCurrent, count, query } = search
  const choices = groups.flatMap(group => group.choices)
  const navigate = useNavigate()
  const setShortcutsDialogOpen = useSetAtom(isShortcutsDialogOpenAtom)
  const [pointedKey, setPointedKey] = useState<string>()
  // Enter was pressed before the response; open the best result when it arrives.
  const [isEnterPending, setEnterPending] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const listId = `${id}list`
  const idOf = (key: string) => `${id}${key.replaceAll(' ', '-')}`
  const best = choices.find(({ kind }) => kind === 'place')
  const active = choices.find(({ key }) => key === pointedKey) ?? best

  function choose(choice: Choice | undefined, opensEditor = false) {
    if (choice === undefined) return
    if (choice.kind === 'place') {
      onClose()
      void navigate(opensEditor ? (choice.editPath ?? choice.to) : choice.to, { state: choice.state })
      return
    }
    search.showGroup(choice.kind === 'more' ? choice.group : null)
    setPointedKey(undefined)
  }

  const openBest = useEffectEvent(() => choose(best))
  useEffect(() => {
    if (!isEnterPending || !isCurrent) return
    setEnterPending(false)
    openBest()
  }, [isEnterPending, isCurrent])

  function retry() {
    search.retry()
    // The button disappears, so move the focus.
    field.current?.focus()
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step !== undefined) return move(step)
    if (isCurrent) choose(active, event.ctrlKey || event.metaKey)
    else setEnterPending(true)
  }

  function move(step: number) {
    const index = choices.findIndex(({ key }) => key === active?.key)
    const nextChoice = choices[(index + step + choices.length) % choices.length]
    if (nextChoice === undefined) return
    setPointedKey(nextChoice.key)
    document.getElementById(idOf(nextChoice.key))?.scrollIntoView({ block: 'nearest' })
  }

  function openShortcuts() {
    onClose()
    setShortcutsDialogOpen(true)
  }

  function handleRowClick(choice: Choice, event: MouseEvent) {
    // With a modifier key the link opens in another tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    choose(choice)
    if (choice.kind !== 'place') field.current?.focus()
  }

  return (
    <div className="search-dialog__page">
      <div className="search-dialog__header">
        <SearchResultIcon name="find" />
        <input
          ref={field}
          className="search-dialog__field"
          type="text"
          role="combobox"
          aria-label={t('search.name')}
          aria-expanded={choices.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && idOf(active.key)}
          placeholder={t('search.placeholder')}
          value={search.input}
          onChange={event => {
            search.setInput(event.target.value)
            setPointedKey(undefined)
            setEnterPending(false)
          }}
          onKeyDown={handleKeyDown}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
        />
        <span className="search-dialog__status" role="status">
          {isCurrent && count !== null && count > 0 && resultText(query ?? '', count)}
        </span>
        <Button
          kind="quiet"
          className="search-dialog__close"
          aria-label={t('common.close')}
          onClick={onClose}
        >
          <Icon name="close" />
        </Button>
      </div>
      <div className="search-dialog__body" aria-busy={!isCurrent}>
        {choices.length > 0 && search.state !== 'failed' ? (
          <ChoiceList
            id={listId}
            groups={groups}
            activeKey={active?.key}
            idOf={idOf}
            onPoint={setPointedKey}
            onChoose={handleRowClick}
          />
        ) : (
          <SearchState {...search} retry={retry} />
        )}
        {search.state === 'idle' && <p className="search-dialog__hint">{t('search.hint')}</p>}
      </div>
      <p className="search-dialog__keys">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('search.keyMove')}
        </span>
        <span>
          <kbd>Enter</kbd> {t('search.keyOpen')}
        </span>
        <span>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> {t('search.keyWrite')}
        </span>
        <span>
          <kbd>Esc</kbd> {t('search.keyClose')}
        </span>
        <button type="button" className="search-dialog__all-keys" onClick={openShortcuts}>
          {t('keys.title')}
        </button>
      </p>
    </div>
  )
}

function resultText(query: string, count: number): string {
  return isByInitials(query) ? t('search.byInitials', { count }) : t('search.count', { count })
}

type SearchStateProps = Pick<
  ReturnType<typeof useSearch>,
  'state' | 'query' | 'error' | 'isFetching' | 'retry'
>

const SKELETON_ROWS = 4
const ROW_PX = 56

/** The states without results. */
function SearchState({ state, query, error, isFetching, retry }: SearchStateProps) {
  switch (state) {
    case 'idle':
      return null
    case 'tooLong':
      return <EmptyState>{t('notes.findQuery')}</EmptyState>
    case 'failed':
      return (
        <ErrorState onRetry={retry} busy={isFetching}>
          {t('search.failed')} {failureText(error)}
        </ErrorState>
      )
    case 'loading':
      return <SkeletonRows rows={SKELETON_ROWS} height={ROW_PX} />
    case 'none':
    case 'found':
      return <EmptyState drawing="search">{t('search.none', { query: query ?? '' })}</EmptyState>
  }
}
