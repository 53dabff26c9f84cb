/** A formula as it is written in a note. */
export function formulaSource(tex: string, display: boolean): string {
  return display ? `$$${tex}$$` : `$${tex}$`
}
