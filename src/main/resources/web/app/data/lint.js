import {jsonLanguage, jsonParseLinter} from '@codemirror/lang-json';
import {visible} from '../parts/invisible.js';

/**
 * @typedef {{from: number, to: number, severity: 'error', message: string}} Diagnostic
 * @typedef {{pointer: string, message: string}} Remark an error from the service; the pointer is relative to the document
 * @typedef {import('@codemirror/view').EditorView} EditorView
 * @typedef {import('@lezer/common').SyntaxNode} SyntaxNode
 */

const checkSyntax = jsonParseLinter();

/**
 * The errors in the text of a document.
 *
 * @param {EditorView} view
 * @param {Remark[]} remarks
 * @returns {Diagnostic[]}
 */
export function diagnose(view, remarks) {
  const text = view.state.doc.toString();
  const tree = jsonLanguage.parser.parse(text);
  const syntax = checkSyntax(view);
  if (syntax.length > 0) {
    const from = firstError(tree) ?? syntax[0].from;
    return [{from, to: Math.min(from + 1, text.length), severity: 'error', message: visible(syntax[0].message)}];
  }
  const root = tree.topNode.firstChild;
  if (root?.name !== 'Object') {
    return [{from: 0, to: text.length, severity: 'error', message: 'A document is an object: it starts with { and ends with }.'}];
  }
  return [...repeatedNames(root, text), ...remarks.map(remark => located(root, text, remark))];
}

/**
 * The position of the syntax error. Not all browsers' messages have it.
 *
 * @param {import('@lezer/common').Tree} tree
 */
function firstError(tree) {
  /** @type {number | undefined} */
  let first;
  tree.iterate({
    enter: node => {
      first ??= node.type.isError ? node.from : undefined;
    },
  });
  return first;
}

/**
 * Duplicate members: all except the last one would be lost.
 *
 * @param {SyntaxNode} root
 * @param {string} text
 */
function repeatedNames(root, text) {
  /** @type {Diagnostic[]} */
  const found = [];
  root.cursor().iterate(node => {
    if (node.name === 'Object') {
      const names = new Set();
      for (const property of node.node.getChildren('Property')) {
        const name = nameOf(property, text);
        if (names.has(name)) {
          found.push({from: property.from, to: property.to, severity: 'error', message: 'The object has this member already.'});
        }
        names.add(name);
      }
    }
  });
  return found;
}

/**
 * Marks the place of a remark, or the nearest existing parent.
 *
 * @param {SyntaxNode} root
 * @param {string} text
 * @param {Remark} remark
 * @returns {Diagnostic}
 */
function located(root, text, {pointer, message}) {
  let node = root;
  for (const step of pointer.split('/').slice(1)) {
    const next = childOf(node, text, step.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (!next) {
      break;
    }
    node = next;
  }
  const to = node === root ? root.from + 1 : node.to;
  return {from: node.from, to, severity: 'error', message};
}

/**
 * @param {SyntaxNode} node
 * @param {string} text
 * @param {string} step
 * @returns {SyntaxNode | null | undefined}
 */
function childOf(node, text, step) {
  if (node.name === 'Array') {
    return elementsOf(node)[Number(step)];
  }
  return node.getChildren('Property').find(property => nameOf(property, text) === step)?.lastChild;
}

/** @param {SyntaxNode} array */
function elementsOf(array) {
  const elements = [];
  for (let child = array.firstChild; child; child = child.nextSibling) {
    if (!['[', ']', ','].includes(child.name)) {
      elements.push(child);
    }
  }
  return elements;
}

/**
 * @param {SyntaxNode} property
 * @param {string} text
 */
function nameOf(property, text) {
  const name = property.getChild('PropertyName');
  return name ? JSON.parse(text.slice(name.from, name.to)) : '';
}
