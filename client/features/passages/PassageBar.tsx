import { useAtomValue } from 'jotai'
import type { Ref } from 'react'
import { reactionNames } from '#client/features/reactions/ReactionToggle.tsx'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import { bidiIsolate } from '#protocol/text/index.ts'
import { PenIcon } from './PenIcon.tsx'
import { type AnchoredGroup, highlightersOf, isMarked, type PassageGroup } from './passages.groups.ts'
import { usePassageState } from './passages.state.ts'
import { inOneLine } from './quotes.ts'
import { useOpenPassage } from './useOpenPassage.ts'
import './passageBar.css'

interface PassageBarProps {
  ref?: Ref<HTMLHeadingElement>
  group: PassageGroup
  /** All passages in the text, in reading order. */
  groups: readonly AnchoredGroup[]
  members: readonly PersonView[] | undefined
  myNo: number
  /** Absent where the dialog around it has its own. */
  onClose?: () => void
  onHighlight: () => void
  onErase: (highlightNo: number) => void
  onComment: () => void
}

/** The open passage: its words, who highlighted them, and what the user can do with it. */
export function PassageBar(props: PassageBarProps) {
  const { ref, group, groups, members, myNo, onClose, onHighlight, onErase, onComment } = props
  const isMissing = useAtomValue(usePassageState().anchors).get(group.key) === null
  const userNos = highlightersOf(group, groups)
  const own = group.highlights.find(({ userNo }) => userNo === myNo)
  const names = reactionNames(userNos, members)
  const count = group.comments.length
  return (
    <div className="passage-bar">
      {onClose && (
        <div className="passage-bar__row">
          <Button kind="quiet" className="passage-bar__back" onClick={onClose}>
            <Icon name="back" />
            {t('passages.toAll')}
          </Button>
          <PassageSteps group={group} groups={groups} />
        </div>
      )}
      <h3 ref={ref} className="passage-bar__quote" tabIndex={-1}>
        <q dir="auto">{inOneLine(group.passage.exact)}</q>
      </h3>
      {isMissing && <p className="passage-bar__missing">{t('passages.missing')}</p>}
      <p className="passage-bar__facts">
        {count > 0 && <span>{t('comments.count', { count })}</span>}
        {userNos.length > 0 && (
          <span>
            {t('passages.highlightCount', { count: userNos.length })}
            {names.length > 0 && (
              <span className="passage-bar__names"> {names.map(bidiIsolate).join(', ')}</span>
            )}
          </span>
        )}
      </p>
      <div className="passage-bar__row">
        <Button className="passage-bar__action" onClick={onComment}>
          <ToolIcon name="talk" />
          {t('passages.commentHere')}
        </Button>
        {(own || !isMissing) && (
          <Button
            className="passage-bar__action"
            aria-pressed={own !== undefined}
            onClick={() => (own ? onErase(own.highlightNo) : onHighlight())}
          >
            <PenIcon isFilled={own !== undefined} />
            {t(own ? 'passages.erase' : 'passages.draw')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The position among the passages of the text, and the buttons to the previous and the next one. */
export function PassageSteps({ group, groups }: Pick<PassageBarProps, 'group' | 'groups'>) {
  const { open: openPassage } = useOpenPassage()
  const marked = groups.filter(isMarked)
  const index = marked.findIndex(({ key }) => key === group.key)
  if (index === -1 || marked.length < 2) return null
  const open = (step: 1 | -1) => {
    const next = marked[index + step]
    if (next) openPassage(next.key)
  }
  return (
    <div className="passage-bar__steps">
      <Button
        kind="quiet"
        aria-label={t('passages.previous')}
        title={t('passages.previous')}
        aria-disabled={index === 0}
        onClick={() => open(-1)}
      >
        <ToolIcon name="up" />
      </Button>
      <span className="passage-bar__position">
        {t('passages.position', { index: index + 1, total: marked.length })}
      </span>
      <Button
        kind="quiet"
        aria-label={t('passages.next')}
        title={t('passages.next')}
        aria-disabled={index === marked.length - 1}
        onClick={() => open(1)}
      >
        <ToolIcon name="down" />
      </Button>
    </div>
  )
}
