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
import { keysListOpenAtom } from '#client/features/keys/keys.opening.ts'
import { isComposing } from '#client/platform/browser/composition.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { ChoiceList } from './ChoiceList.tsx'
import { SearchResultIcon } from './SearchResultIcon.tsx'
import { SearchState } from './SearchState.tsx'
import { type Choice, isByInitials } from './search.choices.ts'
import { useSearch } from './useSearch.ts'

/** The field and what is found, a combobox with its list. */
export function SearchPanel({ onClose }: { onClose: () => void }) {
  const search = useSearch()
  const { groups, isCurrent, count, query } = search
  const choices = groups.flatMap(group => group.choices)
  const navigate = useNavigate()
  const openKeysList = useSetAtom(keysListOpenAtom)
  const [pointed, setPointed] = useState<string>()
  // Enter before what is typed was answered chooses the best of the answer.
  const [isEntering, setEntering] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const listId = `${id}list`
  const idOf = (key: string) => `${id}${key.replaceAll(' ', '-')}`
  const best = choices.find(({ kind }) => kind === 'place')
  const active = choices.find(({ key }) => key === pointed) ?? best

  function choose(choice: Choice | undefined, isWriting = false) {
    if (choice === undefined) return
    if (choice.kind === 'place') {
      onClose()
      void navigate(isWriting ? (choice.writing ?? choice.to) : choice.to)
      return
    }
    search.open(choice.kind === 'more' ? choice.group : null)
    setPointed(undefined)
  }

  const enterBest = useEffectEvent(() => choose(best))
  useEffect(() => {
    if (!isEntering || !isCurrent) return
    setEntering(false)
    enterBest()
  }, [isEntering, isCurrent])

  function retry() {
    search.retry()
    // The button goes.
    field.current?.focus()
  }

  function press(event: KeyboardEvent) {
    if (isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step !== undefined) return move(step)
    if (isCurrent) choose(active, event.ctrlKey || event.metaKey)
    else setEntering(true)
  }

  function move(step: number) {
    const at = choices.findIndex(({ key }) => key === active?.key)
    const next = choices[(at + step + choices.length) % choices.length]
    if (next === undefined) return
    setPointed(next.key)
    document.getElementById(idOf(next.key))?.scrollIntoView({ block: 'nearest' })
  }

  function showKeys() {
    onClose()
    openKeysList(true)
  }

  function chooseByPress(choice: Choice, event: MouseEvent) {
    // In another tab: the link does that by itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    choose(choice)
    if (choice.kind !== 'place') field.current?.focus()
  }

  return (
    <div className="search-dialog__page">
      <div className="search-dialog__head">
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
          value={search.typed}
          onChange={event => {
            search.type(event.target.value)
            setPointed(undefined)
            setEntering(false)
          }}
          onKeyDown={press}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
        />
        <span className="search-dialog__told" role="status">
          {isCurrent && count !== null && count > 0 && toldOf(query ?? '', count)}
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
            active={active?.key}
            idOf={idOf}
            onPoint={setPointed}
            onChoose={chooseByPress}
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
        <button type="button" className="search-dialog__all-keys" onClick={showKeys}>
          {t('keys.title')}
        </button>
      </p>
    </div>
  )
}

function toldOf(query: string, count: number): string {
  return isByInitials(query) ? t('search.byInitials', { count }) : t('search.count', { count })
}
