import type { MarkdownIt, StateCore, Token } from 'markdown-it'

/** `line` counts from 0. The mark is the first bracket pair in it. */
export type MarkdownTask = { isDone: boolean; line: number }

const MARK = /^\[([ xX])\][ \t]+(?=\S)/

/** A list item that begins with `[ ]` or `[x]` is a task. Sets `meta.task` on its item and inline tokens. */
export function tasks(md: MarkdownIt): void {
  md.core.ruler.after('block', 'tasks', markTasks)
}

function markTasks(state: StateCore): void {
  state.tokens.forEach((token, index) => {
    if (token.type !== 'inline') return
    const item = state.tokens[index - 2]
    const mark = item?.type === 'list_item_open' ? MARK.exec(token.content) : null
    if (item === undefined || mark === null) return
    token.content = token.content.slice(mark[0].length)
    const task = { isDone: mark[1] !== ' ', line: token.map?.[0] ?? 0 }
    token.meta = { task } satisfies { task: MarkdownTask }
    item.meta = token.meta
  })
}

export function taskOf(token: Token): MarkdownTask | undefined {
  return token.meta?.task as MarkdownTask | undefined
}
