/** The answer as JUnit XML. */
import { append } from '../../build/collections.ts';
import type { ItemFinding } from '../../runtime/verify/findings.ts';
import { isFailure, nameOf, placeOf, problemText, type Row, reasonsOf, TITLES } from './findings.ts';
import type { Report } from './report.ts';
import { escapedXml } from './xml.ts';

/** A test case for each value; a finding of --fail-on is a failure, a file that cannot be read an error. */
export function printJunit({ rows, collected, failOn }: Report): string {
  const units = new Map<string, Row[]>();
  for (const row of rows) append(units, row.unit, row);
  const suites = [...units].map(([unit, own]) => {
    const failures = own.filter((row) => isFailure(row, failOn)).length;
    const cases = own.map((row) => caseXml(row, failOn)).join('');
    return `<testsuite name="${xml(unit)}" tests="${own.length}" failures="${failures}" errors="0">\n${cases}</testsuite>\n`;
  });
  const { problems } = collected;
  if (problems.length > 0) {
    const cases = problems.map(
      (problem) =>
        `<testcase name="${xml(problem.file)}" classname="files"><error message="${xml(problemText(problem))}"/></testcase>\n`,
    );
    suites.push(
      `<testsuite name="files" tests="${problems.length}" failures="0" errors="${problems.length}">\n${cases.join('')}</testsuite>\n`,
    );
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

function caseXml(row: Row, failOn: ReadonlySet<ItemFinding>): string {
  const head = `<testcase name="${xml(nameOf(row.item))}" classname="${xml(row.item.at.file)}"`;
  if (row.findings.length === 0) return `${head}/>\n`;
  const text = [placeOf(row.item), ...row.findings.map((finding) => TITLES[finding]), ...reasonsOf(row)];
  const message = xml(row.findings.join(', '));
  const inside = isFailure(row, failOn)
    ? `<failure message="${message}">${xml(text.join('\n'))}</failure>`
    : `<system-out>${xml(text.join('\n'))}</system-out>`;
  return `${head}>${inside}</testcase>\n`;
}

/** Line breaks of an attribute are escapes, else a reader takes them for blanks. */
function xml(text: string): string {
  return escapedXml(text).replaceAll('\n', '&#10;');
}
