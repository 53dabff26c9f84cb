import { NAMES_SHOWN } from '#protocol/limits.ts'
import { bidiIsolate } from '#protocol/text/index.ts'
import './names.css'

/** '박서준, 이하늘 +2': up to two names, and the number of the others. `count`: of all people, if `names` are only the first ones. */
export function shortNames(names: readonly string[], count = names.length): string {
  return `${formatVisibleNames(names)} ${formatHiddenCount(count)}`.trimEnd()
}

export function formatVisibleNames(names: readonly string[]): string {
  return visibleNames(names).map(bidiIsolate).join(', ')
}

function visibleNames(names: readonly string[]): readonly string[] {
  return names.slice(0, NAMES_SHOWN)
}

/** '+2', or an empty string. */
export function formatHiddenCount(count: number): string {
  const hidden = count - NAMES_SHOWN
  return hidden > 0 ? `+${hidden}` : ''
}

/** Like `shortNames`, in at most two lines. Long names are truncated, but the number of hidden names stays visible. */
export function ShortNames({ names }: { names: string[] }) {
  const shown = visibleNames(names).map(bidiIsolate)
  const leading = shown.slice(0, -1)
  const hidden = formatHiddenCount(names.length)
  return (
    <span
      className={`short-names ${leading.length === 0 ? 'short-names--one' : ''}`}
      title={names.join(', ')}
    >
      {leading.map(name => (
        <span className="short-names__name" key={name}>
          {`${name}, `}
        </span>
      ))}
      <span className="short-names__last">
        <span className="short-names__name">{shown.at(-1)}</span>
        {hidden !== '' && ' '}
        <span className="short-names__hidden">{hidden}</span>
      </span>
    </span>
  )
}
